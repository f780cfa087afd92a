// Made by `coterie schema --typescript` out of the server's own types. Not written by hand: `make messages`.

export interface Accepted {
  readonly frame: "accepted";
  readonly id: Uint8Array;
  readonly position: readonly Position[];
}

export interface Ack {
  readonly n: number;
}

export interface AllowLookBack {
  readonly allowed: boolean;
}

export interface BeginScene {
  readonly name: string;
}

export interface ChangeSheet {
  readonly actor: string;
  readonly traits: readonly (readonly [string, number])[];
  readonly specialties?: readonly string[];
  readonly pools?: readonly (readonly [string, number, number])[];
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint: string;
}

export type CloseScene = object;

export interface Closing {
  readonly frame: "closing";
  readonly code: number;
  readonly sentence: string;
  readonly retry: number;
}

export interface CreateCharacter {
  readonly name: string;
  readonly concept?: string;
  readonly kind?: string;
  readonly traits?: readonly (readonly [string, number])[];
  readonly specialties?: readonly string[];
  readonly pools?: readonly (readonly [string, number, number])[];
  readonly player?: string;
  readonly hidden?: boolean;
}

export interface Face {
  readonly type: "Face";
  readonly id: string;
  readonly name: string;
  readonly concept: string;
  readonly player: string;
  readonly kind: string;
}

export interface Health {
  readonly type: "Health";
  readonly id: string;
  readonly bashing: number;
  readonly lethal: number;
  readonly aggravated: number;
}

export interface Hello {
  readonly token: string;
  readonly stream: string;
  readonly epoch?: string;
  readonly position?: readonly Position[];
}

export interface HideCharacter {
  readonly actor: string;
}

export interface Input {
  readonly name: string;
  readonly label: string;
  readonly kind: "choice" | "choices" | "flag" | "number" | "text";
  readonly choices: readonly Choice[];
  readonly least: number;
  readonly most: number;
  readonly default: string;
}

export interface Line {
  readonly type: "Line";
  readonly id: string;
  readonly at: number;
  readonly n: number;
  readonly kind: "happened" | "narrated" | "ruled" | "said" | "whispered";
  readonly who: string;
  readonly text: string;
  readonly refs: readonly string[];
}

export interface Look {
  readonly id: number;
  readonly at?: number;
  readonly before?: number;
  readonly seat?: string;
}

export interface Looked {
  readonly frame: "looked";
  readonly id: number;
  readonly at: number;
  readonly most: number;
  readonly time: number;
  readonly refused: string;
}

export interface Option {
  readonly command: string;
  readonly actor: string;
  readonly label: string;
  readonly hint: string;
  readonly group: string;
  readonly urgent: boolean;
  readonly inputs: readonly Input[];
}

export interface Options {
  readonly frame: "options";
  readonly options: readonly Option[];
}

export interface Part {
  readonly frame: "part";
  readonly audience: string;
  readonly count: number;
  readonly chain: Uint8Array;
  readonly at: number;
  readonly changed: readonly AnyRecord[];
  readonly gone: readonly (readonly [string, string])[];
}

export interface Position {
  readonly audience: string;
  readonly count: number;
  readonly chain: Uint8Array;
}

export interface Presence {
  readonly frame: "presence";
  readonly seats: readonly SeatHere[];
  readonly watching: number;
}

export interface Refused {
  readonly frame: "refused";
  readonly id: Uint8Array;
  readonly code: string;
  readonly sentence: string;
}

export interface RemoveCharacter {
  readonly actor: string;
}

export interface Reset {
  readonly frame: "reset";
  readonly why: string;
}

export interface RevealCharacter {
  readonly actor: string;
}

export interface Roll {
  readonly type: "Roll";
  readonly id: string;
  readonly at: number;
  readonly n: number;
  readonly who: string;
  readonly actor: string;
  readonly reason: string;
  readonly parts: readonly (readonly [string, number])[];
  readonly pool: number;
  readonly difficulty: number;
  readonly faces: readonly (readonly number[])[];
  readonly struck: readonly number[];
  readonly successes: number;
  readonly ones: number;
  readonly net: number;
  readonly result: "botch" | "dramatic_failure" | "exceptional" | "failure" | "success";
  readonly degree: string;
  readonly why: string;
  readonly willpower: boolean;
  readonly specialty: boolean;
  readonly ruled: string;
}

export interface Rulebook {
  readonly type: "Rulebook";
  readonly id: string;
  readonly title: string;
  readonly switches: readonly Switch[];
  readonly traits: readonly TraitGroup[];
  readonly difficulties: readonly Word[];
  readonly splits: "none" | "share" | "subtract";
  readonly health: readonly Word[];
}

export interface Say {
  readonly text: string;
  readonly actor?: string;
  readonly to?: readonly string[];
}

export interface SceneCard {
  readonly type: "SceneCard";
  readonly id: string;
  readonly stream: string;
  readonly name: string;
  readonly open: boolean;
}

export interface SceneKey {
  readonly type: "SceneKey";
  readonly id: string;
  readonly ids: Uint8Array;
  readonly public: Uint8Array;
  readonly hidden: Uint8Array;
}

export interface SeatHere {
  readonly id: string;
  readonly name: string;
  readonly role: "player" | "spectator" | "storyteller";
  readonly here: boolean;
  readonly typing: boolean;
}

export interface SetHealth {
  readonly actor: string;
  readonly bashing?: number;
  readonly lethal?: number;
  readonly aggravated?: number;
}

export interface Setting {
  readonly type: "Setting";
  readonly id: string;
  readonly place: "chronicle" | "scene";
  readonly stream: string;
  readonly chronicle: string;
  readonly name: string;
  readonly rules: string;
  readonly switches: readonly (readonly [string, string])[];
  readonly open: boolean;
  readonly look_back: boolean;
}

export interface Sheet {
  readonly type: "Sheet";
  readonly id: string;
  readonly traits: readonly (readonly [string, number])[];
  readonly specialties: readonly string[];
  readonly pools: readonly (readonly [string, number, number])[];
}

export interface Submit {
  readonly id: Uint8Array;
  readonly seen: number;
  readonly command: unknown;
}

export interface Switch {
  readonly name: string;
  readonly choices: readonly string[];
  readonly label: string;
}

export interface Tick {
  readonly frame: "tick";
  readonly n: number;
}

export interface TraitGroup {
  readonly name: string;
  readonly traits: readonly string[];
  readonly most: number;
  readonly kind: "ability" | "alone" | "attribute" | "other";
}

export interface Typing {
  readonly on: boolean;
}

export interface ViewPart {
  readonly frame: "view";
  readonly audience: string;
  readonly count: number;
  readonly chain: Uint8Array;
  readonly records: readonly AnyRecord[];
}

export interface Welcome {
  readonly frame: "welcome";
  readonly epoch: string;
  readonly seat: string;
  readonly role: "player" | "spectator" | "storyteller";
  readonly name: string;
  readonly stream: string;
  readonly resumed: boolean;
  readonly durability: string;
}

export interface Word {
  readonly value: number;
  readonly label: string;
}

export type AnyRecord =
  | Face
  | Health
  | Line
  | Roll
  | Rulebook
  | SceneCard
  | SceneKey
  | Setting
  | Sheet;

export type ServerFrame =
  | Accepted
  | Closing
  | Looked
  | Options
  | Part
  | Presence
  | Refused
  | Reset
  | Tick
  | ViewPart
  | Welcome;

export interface ClientFrames {
  readonly "ack": Ack;
  readonly "command": Submit;
  readonly "hello": Hello;
  readonly "look": Look;
  readonly "typing": Typing;
}

export interface Commands {
  readonly "AllowLookBack": AllowLookBack;
  readonly "BeginScene": BeginScene;
  readonly "ChangeSheet": ChangeSheet;
  readonly "CloseScene": CloseScene;
  readonly "CreateCharacter": CreateCharacter;
  readonly "HideCharacter": HideCharacter;
  readonly "RemoveCharacter": RemoveCharacter;
  readonly "RevealCharacter": RevealCharacter;
  readonly "Say": Say;
  readonly "SetHealth": SetHealth;
}

export const SUBPROTOCOL = "coterie.1";

export const STORY = ["Line", "Roll"] as const;

export const FRAMES: Readonly<Record<string, string>> = {
  "accepted": "Accepted",
  "closing": "Closing",
  "looked": "Looked",
  "options": "Options",
  "part": "Part",
  "presence": "Presence",
  "refused": "Refused",
  "reset": "Reset",
  "tick": "Tick",
  "view": "ViewPart",
  "welcome": "Welcome",
};

/** The names of the places of each struct, in order; see `decode.ts`. */
export const SHAPES: Readonly<Record<string, string>> = {
  "Accepted": "id position:Position*",
  "Ack": "n:n",
  "AllowLookBack": "allowed:b",
  "BeginScene": "name:s",
  "ChangeSheet": "actor:s traits specialties:s* pools",
  "Choice": "value label hint",
  "CloseScene": "",
  "Closing": "code sentence retry",
  "CreateCharacter": "name:s concept:s kind:s traits specialties:s* pools player:s hidden:b",
  "Face": "id name concept player kind",
  "Health": "id bashing lethal aggravated",
  "Hello": "token:s stream:s epoch:s position:Position*",
  "HideCharacter": "actor:s",
  "Input": "name label kind choices:Choice* least most default",
  "Line": "id at n kind who text refs",
  "Look": "id:n at:n before:n seat:s",
  "Looked": "id at most time refused",
  "Option": "command actor label hint group urgent inputs:Input*",
  "Options": "options:Option*",
  "Part": "audience count chain at changed:#* gone",
  "Position": "audience:s count:n chain",
  "Presence": "seats:SeatHere* watching",
  "Refused": "id code sentence",
  "RemoveCharacter": "actor:s",
  "Reset": "why",
  "RevealCharacter": "actor:s",
  "Roll": "id at n who actor reason parts pool difficulty faces struck successes ones net result degree why willpower specialty ruled",
  "Rulebook": "id title switches:Switch* traits:TraitGroup* difficulties:Word* splits health:Word*",
  "Say": "text:s actor:s to:s*",
  "SceneCard": "id stream name open",
  "SceneKey": "id ids public hidden",
  "SeatHere": "id name role here typing",
  "SetHealth": "actor:s bashing:n lethal:n aggravated:n",
  "Setting": "id place stream chronicle name rules switches open look_back",
  "Sheet": "id traits specialties pools",
  "Submit": "id seen:n command",
  "Switch": "name choices label",
  "Tick": "n",
  "TraitGroup": "name traits most kind",
  "Typing": "on:b",
  "ViewPart": "audience count chain records:#*",
  "Welcome": "epoch seat role name stream resumed durability",
  "Word": "value label",
};

/** What stands in the last places of a wish where nothing was said. */
export const DEFAULTS: Readonly<Record<string, readonly unknown[]>> = {
  ChangeSheet: [[], []],
  CreateCharacter: ["", "mortal", [], [], [], "", false],
  Hello: ["", []],
  Look: [-1, -1, ""],
  Say: ["", []],
  SetHealth: [0, 0, 0],
};
