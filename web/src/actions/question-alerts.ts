/** Alerts the reader whenever the table asks this seat something: the mark in title and icon stays until all is
 * answered, in every part of the page. */

import { createEffect, createMemo, on, onCleanup } from "solid-js";
import { t } from "../words/render";
import type { Table } from "../state/table";
import { alertReader, marked, markIcon } from "../ui/attention";
import type { Option } from "../messages";
import { isAnswer, questions } from "../forms/question";
import { isQuestion } from "./questions";

/** The question that an option of the prompt answers, by command and character: all its answers have the same. */
const subjectOf = (option: Option): string => `${option.command} ${option.actor}`;

/** Keep title and icon of the page as the table needs them. `title`: the name of the scene or the chronicle. */
export function alertQuestions(table: Table, title: () => string): void {
  const open = createMemo(() => table.options().filter((o) => isQuestion(table, o)));
  const subjects = () => [
    ...open().filter((o) => !isAnswer(table, o)).map(subjectOf),
    ...questions(table, open()).map(({ id }) => id),
  ];
  const asked = () => open().length > 0;
  createEffect(() => {
    document.title = marked(`${title()} · Coterie`, asked());
    markIcon(asked());
  });
  onCleanup(() => markIcon(false));
  createEffect(
    on(
      () => new Set(subjects()),
      (now, before) => {
        const fresh = [...now].some((subject) => !before?.has(subject));
        if (before !== undefined && fresh) alertReader(title(), t("page-your-turn"));
        return now;
      },
    ),
  );
}
