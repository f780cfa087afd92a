/** The characters of this seat, and the selected character. */

import { createContext, createMemo, createSignal, type JSX, useContext } from "solid-js";
import type { Absent, Face } from "../messages";
import { useTable } from "../state/table";

interface MyCharacters {
  /** The characters that this seat may act for. */
  readonly faces: () => Face[];
  /** The selected character. */
  readonly actor: () => Face | undefined;
  /** The characters of this seat that are outside the scene. */
  readonly away: () => Absent[];
  readonly choose: (id: string) => void;
}

const Context = createContext<MyCharacters>();

export function MyCharactersProvider(props: { children: JSX.Element }) {
  const table = useTable();
  const [chosen, choose] = createSignal("");
  const faces = createMemo(() => table.all("Face").filter((f) => table.isStoryteller() || f.player === table.seat()));
  const actor = createMemo(() => faces().find((f) => f.id === chosen()) ?? (table.isStoryteller() ? undefined : faces()[0]));
  const away = createMemo(() => (table.isStoryteller() ? [] : table.all("Absent").filter((one) => one.player === table.seat())));
  return <Context.Provider value={{ faces, actor, away, choose }}>{props.children}</Context.Provider>;
}

export function useMyCharacters(): MyCharacters {
  const mine = useContext(Context);
  if (mine === undefined) throw new Error("nobody is played here");
  return mine;
}
