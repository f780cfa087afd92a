/** Loading what writes a file, when the file is first wanted. */

import type { Table } from "../state/table";
import { retryOnce } from "../ui/chunk-loading";
import { t } from "../words/render";

/** The loaded part; undefined if it could not be loaded, which the page then says. */
export const loadPart = <T>(table: Table, fetch: () => Promise<T>): Promise<T | undefined> =>
  retryOnce(fetch).catch(() => {
    table.setRefusal(`${t("early-part-lost")} ${t("early-reload")}.`);
    return undefined;
  });
