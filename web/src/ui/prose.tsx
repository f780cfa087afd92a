/** The text of a line as DOM nodes. */

import { For, Match, Switch } from "solid-js";
import { type StorySpan, storySpans } from "../text/story-line";
import type { Words } from "../words/words";

interface Props {
  readonly text: Words;
  readonly name: (character: string) => string;
}

export function Prose(props: Props) {
  return <Spans spans={storySpans(props.text)} name={props.name} />;
}

function Spans(props: { spans: readonly StorySpan[]; name: (character: string) => string }) {
  return (
    <For each={props.spans}>
      {(span) => {
        if (span.kind === "text") return span.text;
        if (span.kind === "break") return <br />;
        if (span.kind === "name") return <bdi class="name">{props.name(span.id)}</bdi>;
        const inner = <Spans spans={span.spans} name={props.name} />;
        return (
          <Switch>
            <Match when={span.kind === "strong"}>
              <strong>{inner}</strong>
            </Match>
            <Match when={span.kind === "em"}>
              <em>{inner}</em>
            </Match>
            <Match when={span.kind === "link"}>
              <a href={span.href ?? ""} target="_blank" rel="noopener noreferrer">
                {inner}
              </a>
            </Match>
          </Switch>
        );
      }}
    </For>
  );
}
