// Made by `coterie schema --typescript` out of the server's own types. Not written by hand: `make messages`.

import type { SentWords, Words } from "./words/words";

export interface Absent {
  readonly type: "Absent";
  readonly id: string;
  readonly name: string;
  readonly player: string;
}

export interface Accepted {
  readonly frame: "accepted";
  readonly id: Uint8Array;
  readonly position: readonly Position[];
}

export interface Ack {
  readonly n: number;
}

export interface Action {
  readonly manoeuvre: string;
  readonly targets: readonly string[];
  readonly traits: string;
  readonly dice: number;
  readonly text: string;
  readonly details: readonly (readonly [string, string])[];
  readonly extra: boolean;
}

export interface Against {
  readonly traits: readonly string[];
  readonly plus: number;
}

export interface Aim {
  readonly type: "Aim";
  readonly id: string;
  readonly actor: string;
  readonly aim: string;
  readonly method: string;
}

export interface Away {
  readonly type: "Away";
  readonly id: string;
  readonly actors: readonly string[];
}

export interface Banked {
  readonly type: "Banked";
  readonly id: string;
  readonly actor: string;
  readonly text: string;
  readonly levels: number;
  readonly damage: "aggravated" | "bashing" | "lethal";
  readonly dice: number;
}

export interface Bearing {
  readonly type: "Bearing";
  readonly id: string;
  readonly character: string;
  readonly name: string;
  readonly label: Words;
  readonly ends: Words;
  readonly value: number;
  readonly since: number;
  readonly until: number;
  readonly source: string;
  readonly helps: boolean;
  readonly rule: string;
}

export interface Blow {
  readonly type: "Blow";
  readonly id: string;
  readonly by: string;
  readonly on: string;
  readonly action: Action;
  readonly dice: number;
  readonly weapon: Item;
  readonly reach: "hand" | "melee" | "ranged";
  readonly damage: "aggravated" | "bashing" | "lethal";
  readonly step: "attack" | "consequence" | "damage" | "defence" | "over" | "soak" | "wound";
  readonly hits: number;
  readonly defence: number;
  readonly dealt: number;
  readonly soaked: number;
  readonly levels: number;
  readonly waits: "" | "defence" | "storyteller";
  readonly answered: boolean;
  readonly means: string;
  readonly past_armour: number;
  readonly past_cover: boolean;
  readonly specialty: boolean;
  readonly willpower: boolean;
  readonly roll: string;
  readonly rolls: readonly string[];
  readonly ruled: boolean;
  readonly scored: number;
}

export interface BotchForgiven {
  readonly type: "BotchForgiven";
  readonly id: string;
  readonly session: string;
}

export interface Call {
  readonly type: "Call";
  readonly id: string;
  readonly actor: string;
  readonly reason: Words | string;
  readonly traits: readonly string[];
  readonly parts: readonly (readonly [Words | string, number])[];
  readonly difficulty: number;
  readonly task: string;
  readonly plain: boolean;
  readonly specialty: boolean;
  readonly abandon: boolean;
  readonly costs_turn: boolean;
  readonly retry: boolean;
}

export interface CarriedMemory {
  readonly audience: string;
  readonly memory: AnyRecord;
}

export interface CastMember {
  readonly id: string;
  readonly name: string;
  readonly concept: string;
  readonly player: string;
  readonly kind: string;
  readonly hidden: boolean;
  readonly health: readonly [number, number, number];
  readonly traits: readonly (readonly [string, number])[];
  readonly specialties: readonly string[];
  readonly pools: readonly (readonly [string, number, number])[];
  readonly items: readonly Item[];
  readonly flags: readonly string[];
  readonly states: readonly (readonly [string, number])[];
  readonly portrait: string;
  readonly health_levels: readonly Word[];
}

export interface ChapterCard {
  readonly type: "ChapterCard";
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly began: number;
  readonly ended: number;
  readonly open: boolean;
  readonly part_of: string;
}

export interface Choice {
  readonly value: string;
  readonly label: Words | string;
  readonly hint: Words | string;
}

export interface Circumstance {
  readonly type: "Circumstance";
  readonly id: string;
  readonly on: string;
  readonly dice: number;
  readonly visibility: "hidden" | "open" | "unexplained";
  readonly words: string;
  readonly bears: string;
  readonly ends: "scene" | "turn" | "word";
  readonly until: number;
}

export interface CircumstanceReason {
  readonly type: "CircumstanceReason";
  readonly id: string;
  readonly on: string;
  readonly words: string;
  readonly ends: "scene" | "turn" | "word";
}

export interface Clock {
  readonly type: "Clock";
  readonly id: string;
  readonly at: number;
  readonly turn: number;
  readonly since: number;
  readonly turns: number;
}

export interface Closing {
  readonly frame: "closing";
  readonly code: number;
  readonly why: Words;
  readonly retry: number;
}

export interface CommandLayout {
  readonly command: string;
  readonly title: Words | string;
  readonly preview: "" | "dice" | "pool";
  readonly usual: number;
  readonly desk: "" | "next" | "often" | "secret";
  readonly answers: string;
}

export interface CoverTaken {
  readonly type: "CoverTaken";
  readonly id: string;
}

export interface Covered {
  readonly type: "Covered";
  readonly id: string;
  readonly metres: number;
}

export interface Declaration {
  readonly type: "Declaration";
  readonly id: string;
  readonly actions: readonly Action[];
  readonly cuts: readonly number[];
  readonly worn: readonly number[];
  readonly used: readonly number[];
  readonly tried: boolean;
}

export interface Departed {
  readonly type: "Departed";
  readonly id: string;
  readonly member: CastMember;
  readonly memories: readonly CarriedMemory[];
}

export interface DiceSeal {
  readonly type: "DiceSeal";
  readonly id: string;
  readonly digest: Uint8Array;
  readonly root: Uint8Array;
  readonly seed: Uint8Array;
}

export interface Earlier {
  readonly frame: "earlier";
  readonly audience: string;
  readonly records: readonly AnyRecord[];
}

export interface ExperienceLedger {
  readonly type: "ExperienceLedger";
  readonly id: string;
  readonly entries: readonly LedgerEntry[];
  readonly balance: number;
}

export interface Face {
  readonly type: "Face";
  readonly id: string;
  readonly name: string;
  readonly concept: string;
  readonly player: string;
  readonly kind: string;
}

export interface Failures {
  readonly type: "Failures";
  readonly id: string;
  readonly obstacle: string;
  readonly actor: string;
  readonly times: number;
  readonly untold: boolean;
}

export interface Fork {
  readonly type: "Fork";
  readonly id: string;
  readonly stream: string;
  readonly at: number;
}

export interface Fumble {
  readonly type: "Fumble";
  readonly id: string;
  readonly by: string;
  readonly on: string;
  readonly roll: string;
}

export interface GivingUp {
  readonly type: "GivingUp";
  readonly id: string;
  readonly action: Action;
  readonly costs_turn: boolean;
}

export interface Grip {
  readonly type: "Grip";
  readonly id: string;
  readonly character: string;
  readonly grapple: string;
  readonly kind: string;
  readonly holding: boolean;
}

export interface HadSlot {
  readonly type: "HadSlot";
  readonly id: string;
}

export interface Handout {
  readonly type: "Handout";
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly picture: string;
}

export interface HandoutCard {
  readonly type: "HandoutCard";
  readonly id: string;
  readonly handout: string;
}

export interface HasDeclared {
  readonly type: "HasDeclared";
  readonly id: string;
}

export interface Health {
  readonly type: "Health";
  readonly id: string;
  readonly bashing: number;
  readonly lethal: number;
  readonly aggravated: number;
}

export interface HealthLevels {
  readonly type: "HealthLevels";
  readonly id: string;
  readonly levels: readonly Word[];
}

export interface Hello {
  readonly token: string;
  readonly stream: string;
  readonly epoch?: string;
  readonly position?: readonly Position[];
  readonly story?: boolean;
}

export interface HouseRules {
  readonly traits: readonly TraitGroup[] | null;
  readonly dots: readonly string[] | null;
  readonly difficulties: readonly Word[] | null;
  readonly health: readonly Word[] | null;
  readonly weapons: readonly Item[] | null;
  readonly stores: readonly Store[] | null;
  readonly powers: readonly Power[] | null;
  readonly aliases: readonly (readonly [string, string])[] | null;
  readonly numbers: readonly (readonly [string, number])[];
  readonly steps: readonly Word[] | null;
  readonly ratings: readonly Word[] | null;
  readonly pools: readonly ManoeuvrePools[] | null;
}

export interface IdealsTried {
  readonly type: "IdealsTried";
  readonly id: string;
}

export interface InHand {
  readonly type: "InHand";
  readonly id: string;
  readonly item: Item;
}

export interface InSight {
  readonly on: boolean;
}

export interface Input {
  readonly name: string;
  readonly label: Words | string;
  readonly kind: "choice" | "choices" | "file" | "flag" | "number" | "seat" | "text";
  readonly choices: readonly Choice[];
  readonly least: number;
  readonly most: number;
  readonly default: string;
  readonly rarely: boolean;
}

export interface Item {
  readonly name: string;
  readonly skill: string;
  readonly damage: number;
  readonly kind: "aggravated" | "bashing" | "lethal";
  readonly reach: number;
  readonly range: number;
  readonly missile: "" | "bullet" | "medieval" | "thrown";
  readonly armour: number;
  readonly flags: readonly ("clip" | "revolver" | "stake" | "sweeps")[];
  readonly kilograms: number;
}

export interface Keeper {
  readonly type: "Keeper";
  readonly id: string;
  readonly traits: string;
}

export interface KeptCount {
  readonly type: "KeptCount";
  readonly id: string;
  readonly by: string;
  readonly on: string;
  readonly hits: number;
  readonly roll: string;
  readonly rolls: readonly string[];
  readonly dealt: number;
  readonly soaked: number;
  readonly dice: number;
  readonly specialty: boolean;
  readonly willpower: boolean;
  readonly past_cover: boolean;
  readonly scored: number;
}

export interface Ledger {
  readonly type: "Ledger";
  readonly id: string;
  readonly sides: readonly TaskSide[];
  readonly rolled: readonly TaskRoll[];
  readonly due: Words | string;
  readonly modifier: number;
  readonly modifier_words: string;
  readonly dark: boolean;
  readonly veiled: boolean;
}

export interface LedgerEntry {
  readonly n: number;
  readonly at: number;
  readonly points: number;
  readonly who: string;
  readonly what: Words;
  readonly raised: string;
  readonly dots: number;
  readonly struck: string;
}

export interface Line {
  readonly type: "Line";
  readonly id: string;
  readonly at: number;
  readonly n: number;
  readonly kind: "happened" | "narrated" | "ruled" | "said" | "whispered";
  readonly who: string;
  readonly text: Words;
  readonly actor: string;
  readonly group: string;
}

export interface Look {
  readonly id: number;
  readonly at?: number;
  readonly before?: number;
  readonly seat?: string;
  readonly by?: string | null;
  readonly of?: string;
}

export interface Looked {
  readonly frame: "looked";
  readonly id: number;
  readonly at: number;
  readonly most: number;
  readonly time: number;
  readonly refused: Words;
  readonly before: number;
  readonly of: string;
}

export interface ManoeuvrePools {
  readonly manoeuvre: string;
  readonly pools: readonly string[];
}

export interface Merit {
  readonly name: string;
  readonly dots: number;
  readonly kind: "background" | "flaw" | "merit";
  readonly text: string;
}

export interface Note {
  readonly type: "Note";
  readonly id: string;
  readonly actor: string;
  readonly writer: string;
  readonly text: string;
}

export interface Number {
  readonly name: string;
  readonly value: number;
  readonly rule: string;
  readonly least: number;
  readonly most: number;
}

export interface NumberedChoice {
  readonly number: number;
  readonly value: number;
  readonly label: number;
  readonly hint: number;
}

export interface NumberedInput {
  readonly number: number;
  readonly name: number;
  readonly label: number;
  readonly kind: "choice" | "choices" | "file" | "flag" | "number" | "seat" | "text";
  readonly choices: readonly number[];
  readonly least: number;
  readonly most: number;
  readonly default: number;
  readonly rarely: boolean;
}

export interface NumberedOption {
  readonly number: number;
  readonly command: number;
  readonly actor: number;
  readonly label: number;
  readonly hint: number;
  readonly group: number;
  readonly urgent: boolean;
  readonly inputs: readonly number[];
  readonly parts: readonly (readonly [Words | string, number])[];
  readonly grave: boolean;
}

export interface NumberedText {
  readonly number: number;
  readonly text: SentWords | string;
}

export interface Obstacle {
  readonly type: "Obstacle";
  readonly id: string;
  readonly name: string;
  readonly kind: "ambush" | "archive" | "climb" | "interrogation" | "lock" | "other" | "shooting" | "tailing";
  readonly counts: boolean;
  readonly simple: boolean;
}

export interface Offer {
  readonly command: number;
  readonly at: number;
  readonly gone: number;
  readonly options: readonly number[];
}

export interface OpenLeaf {
  readonly type: "OpenLeaf";
  readonly id: string;
  readonly leaf: Uint8Array;
  readonly path: readonly Uint8Array[];
}

export interface Opponent {
  readonly type: "Opponent";
  readonly id: string;
  readonly name: string;
}

export interface Option {
  readonly command: string;
  readonly actor: string;
  readonly label: Words | string;
  readonly hint: Words | string;
  readonly group: string;
  readonly urgent: boolean;
  readonly inputs: readonly Input[];
  readonly parts: readonly (readonly [Words | string, number])[];
  readonly grave: boolean;
}

export interface OptionGroup {
  readonly id: string;
  readonly title: Words;
  readonly drawn: "character" | "list" | "own";
}

export interface Options {
  readonly frame: "options";
  readonly whole: boolean;
  readonly texts: readonly NumberedText[];
  readonly choices: readonly NumberedChoice[];
  readonly inputs: readonly NumberedInput[];
  readonly options: readonly NumberedOption[];
  readonly offers: readonly Offer[];
}

export interface Owed {
  readonly type: "Owed";
  readonly id: string;
  readonly actor: string;
  readonly reason: Words | string;
  readonly result: string;
  readonly roll: string;
}

export interface Pace {
  readonly type: "Pace";
  readonly id: string;
  readonly step_by_step: boolean;
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

export interface Plan {
  readonly type: "Plan";
  readonly id: string;
  readonly actions: readonly Action[];
  readonly cuts: readonly number[];
  readonly worn: readonly number[];
  readonly used: readonly number[];
  readonly tried: boolean;
}

export interface Plea {
  readonly type: "Plea";
  readonly id: string;
  readonly actor: string;
  readonly traits: readonly string[];
  readonly specialty: string;
  readonly bonus: number;
  readonly text: string;
}

export interface PointsUsed {
  readonly type: "PointsUsed";
  readonly id: string;
  readonly turn: number;
  readonly points: number;
}

export interface Portrait {
  readonly type: "Portrait";
  readonly id: string;
  readonly picture: string;
}

export interface Position {
  readonly audience: string;
  readonly count: number;
  readonly chain: Uint8Array;
}

export interface Power {
  readonly name: string;
  readonly label: string;
  readonly staked: boolean;
}

export interface Presence {
  readonly frame: "presence";
  readonly seats: readonly SeatHere[];
  readonly watching: number;
}

export interface Profile {
  readonly type: "Profile";
  readonly id: string;
  readonly biography: string;
  readonly merits: readonly Merit[];
}

export interface Question {
  readonly type: "Question";
  readonly id: string;
  readonly who: string;
  readonly actor: string;
  readonly kind: "automatic" | "plea" | "retry";
  readonly reason: Words | string;
  readonly parts: readonly (readonly [Words | string, number])[];
  readonly difficulty: number;
  readonly specialty: boolean;
  readonly willpower: boolean;
  readonly again: number;
  readonly task: string;
  readonly call: string;
  readonly traits: readonly string[];
  readonly given: readonly (readonly [Words | string, number])[];
}

export interface Refused {
  readonly frame: "refused";
  readonly id: Uint8Array;
  readonly code: string;
  readonly words: Words;
}

export interface Reset {
  readonly frame: "reset";
  readonly why: Words;
}

export interface Retraction {
  readonly type: "Retraction";
  readonly id: string;
  readonly audience: string;
  readonly first: number;
  readonly last: number;
}

export interface Roll {
  readonly type: "Roll";
  readonly id: string;
  readonly at: number;
  readonly n: number;
  readonly who: string;
  readonly actor: string;
  readonly reason: Words | string;
  readonly parts: readonly (readonly [Words | string, number])[];
  readonly pool: number;
  readonly difficulty: number;
  readonly faces: readonly (readonly number[])[];
  readonly struck: readonly number[];
  readonly successes: number;
  readonly ones: number;
  readonly net: number;
  readonly result: "botch" | "dramatic_failure" | "exceptional" | "failure" | "success" | "untold";
  readonly degree: string;
  readonly why: Words;
  readonly willpower: boolean;
  readonly specialty: boolean;
  readonly ruled: Words | string;
  readonly worth: readonly number[];
  readonly seal: Seal | null;
  readonly shown: string;
  readonly on: string;
  readonly group: string;
  readonly called: boolean;
}

export interface RollOff {
  readonly type: "RollOff";
  readonly id: string;
  readonly faces: readonly number[];
  readonly seal: Seal;
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
  readonly dots: readonly string[];
  readonly results: readonly ("botch" | "dramatic_failure" | "exceptional" | "failure" | "success")[];
  readonly willpower: boolean;
  readonly specialties: boolean;
  readonly weapons: readonly Item[];
  readonly stores: readonly Store[];
  readonly powers: readonly Power[];
  readonly aliases: readonly (readonly [string, string])[];
  readonly numbers: readonly Number[];
  readonly manoeuvres: readonly Choice[];
  readonly steps: readonly Word[];
  readonly ratings: readonly Word[];
  readonly automatic: boolean;
  readonly pools: readonly ManoeuvrePools[];
  readonly willpower_gives: Words;
}

export interface Ruling {
  readonly type: "Ruling";
  readonly id: string;
  readonly actor: string;
  readonly call: string;
  readonly dice: number;
  readonly visibility: "hidden" | "open" | "unexplained";
  readonly reason: Words | string;
  readonly difficulty: number;
  readonly told: boolean;
  readonly kind: "action" | "damage" | "initiative" | "reflex" | "soak" | "will";
}

export interface SavedRoll {
  readonly name: string;
  readonly traits: readonly string[];
  readonly modifier: number;
  readonly difficulty: number;
  readonly specialty: boolean;
}

export interface SavedRolls {
  readonly type: "SavedRolls";
  readonly id: string;
  readonly actor: string;
  readonly writer: string;
  readonly rolls: readonly SavedRoll[];
}

export interface SceneCard {
  readonly type: "SceneCard";
  readonly id: string;
  readonly stream: string;
  readonly name: string;
  readonly open: boolean;
  readonly chapter: string;
  readonly text: Words | string;
}

export interface Seal {
  readonly nonce: Uint8Array;
  readonly count: number;
  readonly draw: number;
  readonly by: string;
  readonly leaf: number;
}

export interface SeatHere {
  readonly id: string;
  readonly name: string;
  readonly role: "player" | "spectator" | "storyteller";
  readonly here: boolean;
  readonly typing: boolean;
}

export interface Session {
  readonly type: "Session";
  readonly id: string;
  readonly name: string;
  readonly chapter: string;
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
  readonly house: HouseRules;
  readonly waiting: readonly (readonly [string, string])[];
  readonly story_name: string;
  readonly chapter_name: string;
}

export interface Sheet {
  readonly type: "Sheet";
  readonly id: string;
  readonly traits: readonly (readonly [string, number])[];
  readonly specialties: readonly string[];
  readonly pools: readonly (readonly [string, number, number])[];
  readonly items: readonly Item[];
  readonly flags: readonly string[];
}

export interface Slot {
  readonly type: "Slot";
  readonly id: string;
  readonly place: readonly number[];
  readonly status: "acted" | "late" | "out" | "waiting" | "yielded";
}

export interface Spot {
  readonly type: "Spot";
  readonly id: string;
  readonly target: string;
  readonly name: string;
  readonly penalty: number;
  readonly cover: boolean;
  readonly condition: string;
  readonly value: number;
  readonly text: string;
  readonly besides: boolean;
}

export interface SpotAsked {
  readonly type: "SpotAsked";
  readonly id: string;
  readonly actor: string;
  readonly target: string;
  readonly text: string;
}

export interface Step {
  readonly traits: readonly string[];
  readonly dice: number;
  readonly difficulty: number;
  readonly against: Against;
  readonly rounds: number;
}

export interface Store {
  readonly name: string;
  readonly a_turn: string;
}

export interface StoryCard {
  readonly type: "StoryCard";
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly began: number;
  readonly ended: number;
  readonly open: boolean;
}

export interface Submit {
  readonly id: Uint8Array;
  readonly seen: number;
  readonly command: unknown;
}

export interface Switch {
  readonly name: string;
  readonly choices: readonly string[];
  readonly rule: string;
  readonly fixed: boolean;
}

export interface Task {
  readonly type: "Task";
  readonly id: string;
  readonly name: string;
  readonly kind: "extended" | "lead" | "resisted" | "tally";
  readonly sides: readonly TaskSide[];
  readonly each: number;
  readonly unit: "day" | "hour" | "minute" | "night" | "turn" | "week";
  readonly limit: number;
  readonly deadline: number;
  readonly target: string;
  readonly gain: string;
  readonly helpers: boolean;
  readonly social: boolean;
  readonly until: number;
  readonly rounds: number;
  readonly rolled: readonly TaskRoll[];
  readonly lead: number;
  readonly dark: boolean;
  readonly status: "done" | "failed" | "given-up" | "level" | "met" | "open" | "ruled" | "unmet" | "untold";
  readonly winner: number;
  readonly degree: number;
  readonly word: string;
  readonly modifier: number;
  readonly modifier_words: string;
}

export interface TaskRoll {
  readonly actor: string;
  readonly side: number;
  readonly successes: number;
  readonly botched: boolean;
  readonly roll: string;
}

export interface TaskSide {
  readonly label: Words | string;
  readonly members: readonly string[];
  readonly steps: readonly Step[];
  readonly goal: number;
  readonly meaning: string;
  readonly tally: number;
}

export interface Tension {
  readonly type: "Tension";
  readonly id: string;
}

export interface Tick {
  readonly frame: "tick";
  readonly n: number;
}

export interface TraitGroup {
  readonly name: string;
  readonly traits: readonly string[];
  readonly most: number;
  readonly kind: "ability" | "alone" | "attribute" | "never" | "other";
}

export interface Try {
  readonly type: "Try";
  readonly id: string;
  readonly obstacle: string;
  readonly actor: string;
  readonly failed: boolean;
  readonly knows: string;
  readonly seen: string;
  readonly shown: string;
  readonly ruled: boolean | null;
}

export interface Turn {
  readonly type: "Turn";
  readonly id: string;
  readonly number: number;
  readonly phase: "acting" | "declaring" | "over";
  readonly acting: string;
  readonly began: number;
}

export interface Typing {
  readonly on: boolean;
}

export interface Unseen {
  readonly type: "Unseen";
  readonly id: string;
  readonly name: string;
}

export interface Untold {
  readonly type: "Untold";
  readonly id: string;
  readonly actor: string;
  readonly reason: Words | string;
  readonly outcome: "" | "failure" | "success";
  readonly roll: string;
  readonly shown: string;
  readonly topic: string;
  readonly words: string;
  readonly other_words: string;
  readonly words_only: boolean;
}

export interface ViewPart {
  readonly frame: "view";
  readonly audience: string;
  readonly count: number;
  readonly chain: Uint8Array;
  readonly records: readonly AnyRecord[];
}

export interface Wear {
  readonly type: "Wear";
  readonly id: string;
  readonly times: number;
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
  readonly before: number;
  readonly of: string;
  readonly groups: readonly OptionGroup[];
  readonly layouts: readonly CommandLayout[];
}

export interface WillpowerUsed {
  readonly type: "WillpowerUsed";
  readonly id: string;
  readonly turn: number;
}

export interface Word {
  readonly value: number;
  readonly label: string;
}

/** Part of a character file (`coterie schema --character`). */
export interface CharacterFile {
  readonly name: string;
  readonly concept: string;
  readonly kind: "mortal" | "other" | "vampire";
  readonly traits: readonly (readonly [string, number])[];
  readonly specialties: readonly string[];
  readonly pools: readonly (readonly [string, number, number])[];
  readonly items: readonly ListedItem[];
  readonly flags: readonly string[];
  readonly format: "coterie-character";
  readonly version: 1;
  readonly rules: string;
  readonly health: Wounds;
  readonly health_levels: number;
  readonly biography: string;
  readonly merits: readonly ListedMerit[];
  readonly notes: string;
  readonly experience: readonly ListedExperience[];
}

/** Part of a character file (`coterie schema --character`). */
export interface ListedExperience {
  readonly points: number;
  readonly what: string;
}

/** Part of a character file (`coterie schema --character`). */
export interface ListedItem {
  readonly name: string;
  readonly skill: string;
  readonly damage: number;
  readonly kind: "aggravated" | "bashing" | "lethal";
  readonly reach: number;
  readonly range: number;
  readonly missile: "" | "bullet" | "medieval" | "thrown";
  readonly armour: number;
  readonly flags: readonly ("clip" | "revolver" | "stake" | "sweeps")[];
  readonly kilograms: number;
}

/** Part of a character file (`coterie schema --character`). */
export interface ListedMerit {
  readonly name: string;
  readonly dots: number;
  readonly kind: "background" | "flaw" | "merit";
  readonly text: string;
}

/** Part of a character file (`coterie schema --character`). */
export interface Wounds {
  readonly bashing: number;
  readonly lethal: number;
  readonly aggravated: number;
}

export type AnyRecord =
  | Absent
  | Aim
  | Away
  | Banked
  | Bearing
  | Blow
  | BotchForgiven
  | Call
  | ChapterCard
  | Circumstance
  | CircumstanceReason
  | Clock
  | CoverTaken
  | Covered
  | Declaration
  | Departed
  | DiceSeal
  | ExperienceLedger
  | Face
  | Failures
  | Fork
  | Fumble
  | GivingUp
  | Grip
  | HadSlot
  | Handout
  | HandoutCard
  | HasDeclared
  | Health
  | HealthLevels
  | IdealsTried
  | InHand
  | Keeper
  | KeptCount
  | Ledger
  | Line
  | Note
  | Obstacle
  | OpenLeaf
  | Opponent
  | Owed
  | Pace
  | Plan
  | Plea
  | PointsUsed
  | Portrait
  | Profile
  | Question
  | Retraction
  | Roll
  | RollOff
  | Rulebook
  | Ruling
  | SavedRolls
  | SceneCard
  | Session
  | Setting
  | Sheet
  | Slot
  | Spot
  | SpotAsked
  | StoryCard
  | Task
  | Tension
  | Try
  | Turn
  | Unseen
  | Untold
  | Wear
  | WillpowerUsed;

export type ServerFrame =
  | Accepted
  | Closing
  | Earlier
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
  readonly "in_sight": InSight;
  readonly "look": Look;
  readonly "typing": Typing;
}

export interface Commands {
  readonly AbandonAction: {
    readonly actor: string;
  };
  readonly AbandonCall: {
    readonly call: string;
  };
  readonly AbortAction: {
    readonly actor: string;
    readonly defence: string;
    readonly place?: number;
    readonly traits?: string;
    readonly blow?: string;
  };
  readonly AddMoreAlike: {
    readonly actor: string;
    readonly count?: number;
  };
  readonly AddOpponents: {
    readonly name: string;
    readonly dice: number;
    readonly count?: number;
    readonly hidden?: boolean;
    readonly weapon?: string;
    readonly health?: number;
  };
  readonly AdvanceClock: {
    readonly count: number;
    readonly unit?: "day" | "hour" | "minute" | "night" | "turn" | "week";
    readonly text?: string;
  };
  readonly AllowLookBack: {
    readonly allowed: boolean;
  };
  readonly AnswerAim: {
    readonly aim: string;
    readonly text?: string;
  };
  readonly AnswerCall: {
    readonly call: string;
    readonly specialty?: boolean;
    readonly willpower?: boolean;
    readonly automatic?: boolean;
  };
  readonly AnswerQuestion: {
    readonly question: string;
    readonly answer: "grant" | "harder" | "refuse";
  };
  readonly AskForSpot: {
    readonly actor: string;
    readonly target: string;
    readonly text: string;
  };
  readonly BeginActing: object;
  readonly BeginChapter: {
    readonly name: string;
  };
  readonly BeginGrapple: {
    readonly by: string;
    readonly on: string;
    readonly kind: string;
  };
  readonly BeginScene: {
    readonly name: string;
    readonly text?: string;
    readonly away?: readonly string[];
  };
  readonly BeginSession: object;
  readonly BeginStory: {
    readonly name: string;
  };
  readonly CallForRoll: {
    readonly actor: string;
    readonly reason?: string;
    readonly traits?: readonly string[];
    readonly dice?: number;
    readonly difficulty?: number;
    readonly hidden_difficulty?: boolean;
    readonly modifier?: number;
    readonly visibility?: "hidden" | "open" | "unexplained";
    readonly modifier_reason?: string;
    readonly private?: boolean;
    readonly task?: string;
    readonly retry?: "" | "apply" | "waive";
    readonly plain?: boolean;
    readonly opponent?: string;
    readonly against?: string;
    readonly abandon?: boolean;
    readonly costs_turn?: boolean;
    readonly helps?: readonly string[];
    readonly hinders?: readonly string[];
    readonly aim?: string;
  };
  readonly CallIn: {
    readonly banked: string;
    readonly drop?: boolean;
  };
  readonly CallTense: {
    readonly tense: boolean;
  };
  readonly ChangeAction: {
    readonly actor: string;
    readonly action: Action;
    readonly test?: number;
  };
  readonly ChangeFace: {
    readonly actor: string;
    readonly name: string;
    readonly concept?: string;
    readonly kind?: "mortal" | "other" | "vampire";
  };
  readonly ChangeHouseRules: {
    readonly switches?: readonly (readonly [string, string])[];
    readonly traits?: readonly TraitGroup[] | null;
    readonly dots?: readonly string[] | null;
    readonly difficulties?: readonly Word[] | null;
    readonly health?: readonly Word[] | null;
    readonly weapons?: readonly Item[] | null;
    readonly stores?: readonly Store[] | null;
    readonly powers?: readonly Power[] | null;
    readonly aliases?: readonly (readonly [string, string])[] | null;
    readonly numbers?: readonly (readonly [string, number])[];
    readonly reset?: readonly ("aliases" | "difficulties" | "dots" | "health" | "numbers" | "pools" | "powers" | "ratings" | "steps" | "stores" | "traits" | "weapons")[];
    readonly steps?: readonly Word[] | null;
    readonly ratings?: readonly Word[] | null;
    readonly pools?: readonly ManoeuvrePools[] | null;
  };
  readonly ChangeSheet: {
    readonly actor: string;
    readonly traits: readonly (readonly [string, number])[];
    readonly specialties?: readonly string[];
    readonly pools?: readonly (readonly [string, number, number])[];
    readonly items?: readonly Item[];
    readonly flags?: readonly string[];
  };
  readonly CloseRound: {
    readonly task: string;
  };
  readonly CloseScene: {
    readonly text?: string;
  };
  readonly CloseTask: {
    readonly task: string;
  };
  readonly CreateCharacter: {
    readonly name: string;
    readonly concept?: string;
    readonly kind?: "mortal" | "other" | "vampire";
    readonly traits?: readonly (readonly [string, number])[];
    readonly specialties?: readonly string[];
    readonly pools?: readonly (readonly [string, number, number])[];
    readonly player?: string;
    readonly hidden?: boolean;
    readonly items?: readonly Item[];
    readonly flags?: readonly string[];
  };
  readonly DeclareAction: {
    readonly actor: string;
    readonly actions?: readonly Action[];
  };
  readonly DeclareSame: {
    readonly actor: string;
  };
  readonly Decree: {
    readonly text: string;
    readonly happens?: boolean;
    readonly actor?: string;
    readonly trait?: string;
    readonly score?: number;
    readonly aim?: string;
  };
  readonly Defend: {
    readonly blow: string;
    readonly place?: number;
    readonly means?: string;
    readonly specialty?: boolean;
    readonly willpower?: boolean;
  };
  readonly DropAim: {
    readonly aim: string;
  };
  readonly DropHandout: {
    readonly handout: string;
  };
  readonly DropObstacle: {
    readonly obstacle: string;
  };
  readonly DropSpot: {
    readonly spot: string;
  };
  readonly EndChapter: {
    readonly text?: string;
  };
  readonly EndCircumstance: {
    readonly circumstance: string;
  };
  readonly EndCondition: {
    readonly borne: string;
  };
  readonly EndGrapple: {
    readonly grapple: string;
  };
  readonly EndStory: {
    readonly text?: string;
  };
  readonly EndTurn: object;
  readonly ForkScene: {
    readonly scene: string;
    readonly at: number;
    readonly name: string;
  };
  readonly GiveConsequence: {
    readonly actor: string;
    readonly text?: string;
    readonly levels?: number;
    readonly damage?: "aggravated" | "bashing" | "lethal";
    readonly dice?: number;
    readonly bank?: boolean;
    readonly owed?: string;
  };
  readonly GiveUpTask: {
    readonly task: string;
    readonly actor: string;
  };
  readonly GoOn: {
    readonly blow: string;
  };
  readonly GrantExperience: {
    readonly actors: readonly string[];
    readonly points?: number;
    readonly reason?: string;
  };
  readonly GrantPlea: {
    readonly call: string;
  };
  readonly HandOver: {
    readonly actor: string;
    readonly player?: string;
  };
  readonly HideCharacter: {
    readonly actor: string;
  };
  readonly HideTask: {
    readonly task: string;
  };
  readonly ImportCharacter: {
    readonly text: string;
    readonly onto?: string;
    readonly player?: string;
    readonly hidden?: boolean;
  };
  readonly JoinTask: {
    readonly task: string;
    readonly helper: string;
    readonly side?: "first" | "second";
  };
  readonly JoinTurns: {
    readonly actor: string;
  };
  readonly KeepClinch: {
    readonly actor: string;
    readonly traits?: string;
  };
  readonly LeaveNonces: {
    readonly nonces: readonly Uint8Array[];
  };
  readonly LeaveTurns: {
    readonly actor: string;
  };
  readonly LeaveUntold: {
    readonly untold: string;
  };
  readonly LetGiveUp: {
    readonly actor: string;
    readonly costs_turn?: boolean;
  };
  readonly ModifyNextRoll: {
    readonly actor: string;
    readonly dice?: number;
    readonly visibility?: "hidden" | "open" | "unexplained";
    readonly reason?: string;
    readonly difficulty?: number;
    readonly told?: boolean;
    readonly kind?: "action" | "damage" | "initiative" | "reflex" | "soak" | "will";
  };
  readonly ModifyTask: {
    readonly task: string;
    readonly dice: number;
    readonly text?: string;
    readonly visibility?: "hidden" | "open" | "unexplained";
  };
  readonly Move: {
    readonly actor: string;
    readonly metres?: number;
  };
  readonly OpenContest: {
    readonly name: string;
    readonly actors: readonly string[];
    readonly traits?: readonly string[];
    readonly dice?: number;
    readonly difficulty?: number;
    readonly against?: readonly string[];
    readonly plus?: number;
    readonly goal?: number;
    readonly each?: number;
    readonly unit?: "day" | "hour" | "minute" | "night" | "turn" | "week";
    readonly limit?: number;
    readonly within?: number;
    readonly within_unit?: "day" | "hour" | "minute" | "night" | "turn" | "week";
    readonly helpers?: boolean;
    readonly social?: boolean;
    readonly hidden?: boolean;
    readonly to?: readonly string[];
    readonly steps?: readonly Step[];
    readonly modifier?: number;
    readonly modifier_reason?: string;
    readonly visibility?: "hidden" | "open" | "unexplained";
    readonly opponents?: readonly string[];
    readonly kind?: "lead" | "resisted" | "tally";
    readonly script?: string;
    readonly their_traits?: readonly string[];
    readonly their_dice?: number;
    readonly their_difficulty?: number;
    readonly their_against?: readonly string[];
    readonly their_plus?: number;
    readonly their_goal?: number;
    readonly their_label?: string;
    readonly meaning?: string;
    readonly their_meaning?: string;
    readonly secret?: boolean;
    readonly their_steps?: readonly Step[];
  };
  readonly OpenTask: {
    readonly name: string;
    readonly actors: readonly string[];
    readonly traits?: readonly string[];
    readonly dice?: number;
    readonly difficulty?: number;
    readonly against?: readonly string[];
    readonly plus?: number;
    readonly goal?: number;
    readonly each?: number;
    readonly unit?: "day" | "hour" | "minute" | "night" | "turn" | "week";
    readonly limit?: number;
    readonly within?: number;
    readonly within_unit?: "day" | "hour" | "minute" | "night" | "turn" | "week";
    readonly helpers?: boolean;
    readonly social?: boolean;
    readonly hidden?: boolean;
    readonly to?: readonly string[];
    readonly steps?: readonly Step[];
    readonly modifier?: number;
    readonly modifier_reason?: string;
    readonly visibility?: "hidden" | "open" | "unexplained";
    readonly target?: string;
    readonly gain?: string;
  };
  readonly OverrideRoll: {
    readonly roll: string;
    readonly result: "botch" | "dramatic_failure" | "exceptional" | "failure" | "success";
    readonly degree?: string;
    readonly reason?: string;
  };
  readonly PaceAttacks: {
    readonly step_by_step: boolean;
  };
  readonly PassDowntime: {
    readonly text: string;
    readonly count: number;
    readonly unit?: "day" | "hour" | "minute" | "night" | "turn" | "week";
  };
  readonly Plead: {
    readonly call: string;
    readonly traits?: readonly string[];
    readonly specialty?: string;
    readonly bonus?: number;
    readonly text?: string;
  };
  readonly PutInHand: {
    readonly actor: string;
    readonly weapon?: string;
  };
  readonly RecoverEverybody: {
    readonly stores?: readonly string[];
    readonly heal?: "all" | "bashing" | "none";
    readonly whose?: "everybody" | "players";
  };
  readonly RefusePlea: {
    readonly call: string;
    readonly text?: string;
  };
  readonly RefuseSpot: {
    readonly asked: string;
    readonly text?: string;
  };
  readonly RemoveCharacter: {
    readonly actor: string;
  };
  readonly RemoveOpponents: object;
  readonly ResistKiss: {
    readonly actor: string;
  };
  readonly ReturnCharacter: {
    readonly actor: string;
  };
  readonly RevealCharacter: {
    readonly actor: string;
  };
  readonly RevealHandout: {
    readonly handout: string;
    readonly to?: readonly string[];
  };
  readonly RevealTask: {
    readonly task: string;
    readonly to?: readonly string[];
    readonly their_label?: string;
  };
  readonly Roll: {
    readonly reason?: string;
    readonly actor?: string;
    readonly traits?: readonly string[];
    readonly dice?: number;
    readonly bonus?: number;
    readonly penalty?: number;
    readonly modifiers?: readonly (readonly [string, number])[];
    readonly difficulty?: number;
    readonly specialty?: boolean;
    readonly again?: number;
    readonly task?: string;
    readonly retry?: "" | "apply" | "waive";
    readonly opponent?: string;
    readonly against?: string;
    readonly helps?: readonly string[];
    readonly hinders?: readonly string[];
    readonly willpower?: boolean;
    readonly automatic?: boolean;
  };
  readonly RollInSecret: {
    readonly reason?: string;
    readonly actor?: string;
    readonly traits?: readonly string[];
    readonly dice?: number;
    readonly bonus?: number;
    readonly penalty?: number;
    readonly modifiers?: readonly (readonly [string, number])[];
    readonly difficulty?: number;
    readonly specialty?: boolean;
    readonly again?: number;
    readonly task?: string;
    readonly retry?: "" | "apply" | "waive";
    readonly opponent?: string;
    readonly against?: string;
    readonly helps?: readonly string[];
    readonly hinders?: readonly string[];
    readonly tell?: "everyone" | "later" | "player";
    readonly topic?: string;
    readonly on_success?: string;
    readonly on_failure?: string;
    readonly words_only?: boolean;
  };
  readonly RuleBlow: {
    readonly blow: string;
    readonly hits?: number;
    readonly dealt?: number;
    readonly soaked?: number;
    readonly over?: boolean;
  };
  readonly RuleTask: {
    readonly task: string;
    readonly winner: "first" | "nobody" | "second";
    readonly degree?: number;
    readonly text?: string;
  };
  readonly SaveRolls: {
    readonly actor: string;
    readonly rolls?: readonly SavedRoll[];
  };
  readonly Say: {
    readonly text: string;
    readonly actor?: string;
    readonly to?: readonly string[];
    readonly aside?: boolean;
  };
  readonly SetCircumstance: {
    readonly text: string;
    readonly dice: number;
    readonly on: readonly string[];
    readonly visibility?: "hidden" | "open" | "unexplained";
    readonly bears?: string;
    readonly ends?: "scene" | "turn" | "word";
  };
  readonly SetClock: {
    readonly day: number;
    readonly hour?: number;
    readonly minute?: number;
  };
  readonly SetCondition: {
    readonly actor: string;
    readonly condition: string;
    readonly value?: number;
    readonly turns?: number;
  };
  readonly SetFailures: {
    readonly obstacle: string;
    readonly actor: string;
    readonly times: number;
  };
  readonly SetHealth: {
    readonly actor: string;
    readonly bashing?: number;
    readonly lethal?: number;
    readonly aggravated?: number;
  };
  readonly SetInitiative: {
    readonly actor: string;
    readonly successes: number;
  };
  readonly SetObstacle: {
    readonly name: string;
    readonly kind?: "ambush" | "archive" | "climb" | "interrogation" | "lock" | "other" | "shooting" | "tailing";
    readonly counting?: "" | "no" | "yes";
    readonly plain?: boolean;
    readonly hidden?: boolean;
    readonly obstacle?: string;
  };
  readonly SetPoints: {
    readonly actor: string;
    readonly store: string;
    readonly points: number;
  };
  readonly SetPortrait: {
    readonly actor: string;
    readonly picture?: string;
  };
  readonly SetSpot: {
    readonly name: string;
    readonly penalty?: number;
    readonly target?: string;
    readonly cover?: boolean;
    readonly condition?: string;
    readonly value?: number;
    readonly text?: string;
    readonly asked?: string;
    readonly besides?: boolean;
  };
  readonly SetTally: {
    readonly task: string;
    readonly tally: number;
    readonly their_tally?: number;
  };
  readonly SetTurnLength: {
    readonly seconds: number;
  };
  readonly SetUpFight: {
    readonly name?: string | null;
  };
  readonly SettleConsequence: {
    readonly owed: string;
  };
  readonly SettleFumble: {
    readonly fumble: string;
    readonly cost: "blow" | "nothing" | "weapon";
  };
  readonly ShowHandout: {
    readonly name: string;
    readonly text?: string;
    readonly picture?: string;
    readonly to?: readonly string[];
    readonly later?: boolean;
  };
  readonly ShowRoll: {
    readonly roll: string;
  };
  readonly SpendExperience: {
    readonly actor: string;
    readonly points?: number;
    readonly trait?: string | null;
    readonly what?: string;
  };
  readonly SpendPoints: {
    readonly actor: string;
    readonly store: string;
    readonly points?: number;
    readonly on?: string;
  };
  readonly StartTurn: object;
  readonly StartTurns: object;
  readonly StateAim: {
    readonly actor: string;
    readonly aim: string;
    readonly method?: string;
    readonly private?: boolean;
  };
  readonly StopTurns: object;
  readonly StrikeExperience: {
    readonly actor: string;
    readonly entry: number;
  };
  readonly TakeAction: {
    readonly actor: string;
    readonly specialty?: boolean;
    readonly willpower?: boolean;
  };
  readonly TakeBack: {
    readonly at: number;
    readonly seen?: number;
  };
  readonly TakeCover: {
    readonly actor: string;
    readonly cover: "good" | "light" | "none" | "superior";
  };
  readonly TakeUp: {
    readonly actor: string;
  };
  readonly TellOutcome: {
    readonly actor?: string;
    readonly outcome?: "" | "failure" | "success";
    readonly text?: string;
    readonly to?: readonly string[];
    readonly untold?: string;
    readonly topic?: string;
  };
  readonly ThrowAsTyped: {
    readonly text: string;
    readonly actor?: string;
  };
  readonly WaitForTask: {
    readonly task: string;
  };
  readonly WithdrawCall: {
    readonly call: string;
  };
  readonly WithdrawQuestion: {
    readonly question: string;
  };
  readonly WithdrawRuling: {
    readonly ruling: string;
  };
  readonly WorkOnTask: {
    readonly task: string;
    readonly actor: string;
    readonly traits?: readonly string[];
    readonly specialty?: boolean;
    readonly willpower?: boolean;
  };
  readonly Wound: {
    readonly target: string;
    readonly levels: number;
    readonly damage?: "aggravated" | "bashing" | "lethal";
    readonly by?: string;
    readonly text?: string;
  };
  readonly WriteNote: {
    readonly actor: string;
    readonly text?: string;
  };
  readonly WriteProfile: {
    readonly actor: string;
    readonly biography?: string;
    readonly merits?: readonly Merit[];
  };
  readonly Yield: {
    readonly actor: string;
  };
}

export const SUBPROTOCOL = "coterie.1";

export const STORY = ["Line", "Roll"] as const;

export const FRAMES: Readonly<Record<string, string>> = {
  "accepted": "Accepted",
  "closing": "Closing",
  "earlier": "Earlier",
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

/** The names of the fields of each struct on the wire, in order; `net/codec.ts` reads them. */
export const SHAPES: Readonly<Record<string, string>> = {
  "Absent": "id name player",
  "Accepted": "id position:Position*",
  "Ack": "n:n",
  "Action": "manoeuvre:s targets:s* traits:s dice:n text:s details extra:b",
  "Against": "traits:s* plus:n",
  "Aim": "id actor aim method",
  "Away": "id actors",
  "Banked": "id actor text levels damage dice",
  "Bearing": "id character name label ends value since until source helps rule",
  "Blow": "id by on action:Action dice weapon:Item reach damage step hits defence dealt soaked levels waits answered means past_armour past_cover specialty willpower roll rolls ruled scored",
  "BotchForgiven": "id session",
  "Call": "id actor reason traits parts difficulty task plain specialty abandon costs_turn retry",
  "CarriedMemory": "audience memory:#",
  "CastMember": "id name concept player kind hidden health traits specialties pools items:Item* flags states portrait health_levels:Word*",
  "ChapterCard": "id number name began ended open part_of",
  "Choice": "value label hint",
  "Circumstance": "id on dice visibility words bears ends until",
  "CircumstanceReason": "id on words ends",
  "Clock": "id at turn since turns",
  "Closing": "code why retry",
  "CommandLayout": "command title preview usual desk answers",
  "CoverTaken": "id",
  "Covered": "id metres",
  "Declaration": "id actions:Action* cuts worn used tried",
  "Departed": "id member:CastMember memories:CarriedMemory*",
  "DiceSeal": "id digest root seed",
  "Earlier": "audience records:#*",
  "ExperienceLedger": "id entries:LedgerEntry* balance",
  "Face": "id name concept player kind",
  "Failures": "id obstacle actor times untold",
  "Fork": "id stream at",
  "Fumble": "id by on roll",
  "GivingUp": "id action:Action costs_turn",
  "Grip": "id character grapple kind holding",
  "HadSlot": "id",
  "Handout": "id title text picture",
  "HandoutCard": "id handout",
  "HasDeclared": "id",
  "Health": "id bashing lethal aggravated",
  "HealthLevels": "id levels:Word*",
  "Hello": "token:s stream:s epoch:s position:Position* story:b",
  "HouseRules": "traits:TraitGroup* dots difficulties:Word* health:Word* weapons:Item* stores:Store* powers:Power* aliases numbers steps:Word* ratings:Word* pools:ManoeuvrePools*",
  "IdealsTried": "id",
  "InHand": "id item:Item",
  "InSight": "on:b",
  "Input": "name label kind choices:Choice* least most default rarely",
  "Item": "name:s skill:s damage:n kind:s reach:n range:n missile:s armour:n flags:s* kilograms:n",
  "Keeper": "id traits",
  "KeptCount": "id by on hits roll rolls dealt soaked dice specialty willpower past_cover scored",
  "Ledger": "id sides:TaskSide* rolled:TaskRoll* due modifier modifier_words dark veiled",
  "LedgerEntry": "n at points who what raised dots struck",
  "Line": "id at n kind who text actor group",
  "Look": "id:n at:n before:n seat:s by:s of:s",
  "Looked": "id at most time refused before of",
  "ManoeuvrePools": "manoeuvre:s pools:s*",
  "Merit": "name:s dots:n kind:s text:s",
  "Note": "id actor writer text",
  "Number": "name value rule least most",
  "NumberedChoice": "number value label hint",
  "NumberedInput": "number name label kind choices least most default rarely",
  "NumberedOption": "number command actor label hint group urgent inputs parts grave",
  "NumberedText": "number text",
  "Obstacle": "id name kind counts simple",
  "Offer": "command at gone options",
  "OpenLeaf": "id leaf path",
  "Opponent": "id name",
  "Option": "command actor label hint group urgent inputs:Input* parts grave",
  "OptionGroup": "id title drawn",
  "Options": "whole texts:NumberedText* choices:NumberedChoice* inputs:NumberedInput* options:NumberedOption* offers:Offer*",
  "Owed": "id actor reason result roll",
  "Pace": "id step_by_step",
  "Part": "audience count chain at changed:#* gone",
  "Plan": "id actions:Action* cuts worn used tried",
  "Plea": "id actor traits specialty bonus text",
  "PointsUsed": "id turn points",
  "Portrait": "id picture",
  "Position": "audience:s count:n chain",
  "Power": "name:s label:s staked:b",
  "Presence": "seats:SeatHere* watching",
  "Profile": "id biography merits:Merit*",
  "Question": "id who actor kind reason parts difficulty specialty willpower again task call traits given",
  "Refused": "id code words",
  "Reset": "why",
  "Retraction": "id audience first last",
  "Roll": "id at n who actor reason parts pool difficulty faces struck successes ones net result degree why willpower specialty ruled worth seal:Seal shown on group called",
  "RollOff": "id faces seal:Seal",
  "Rulebook": "id title switches:Switch* traits:TraitGroup* difficulties:Word* splits health:Word* dots results willpower specialties weapons:Item* stores:Store* powers:Power* aliases numbers:Number* manoeuvres:Choice* steps:Word* ratings:Word* automatic pools:ManoeuvrePools* willpower_gives",
  "Ruling": "id actor call dice visibility reason difficulty told kind",
  "SavedRoll": "name:s traits:s* modifier:n difficulty:n specialty:b",
  "SavedRolls": "id actor writer rolls:SavedRoll*",
  "SceneCard": "id stream name open chapter text",
  "Seal": "nonce count draw by leaf",
  "SeatHere": "id name role here typing",
  "Session": "id name chapter",
  "Setting": "id place stream chronicle name rules switches open look_back house:HouseRules waiting story_name chapter_name",
  "Sheet": "id traits specialties pools items:Item* flags",
  "Slot": "id place status",
  "Spot": "id target name penalty cover condition value text besides",
  "SpotAsked": "id actor target text",
  "Step": "traits:s* dice:n difficulty:n against:Against rounds:n",
  "Store": "name:s a_turn:s",
  "StoryCard": "id number name began ended open",
  "Submit": "id seen:n command",
  "Switch": "name choices rule fixed",
  "Task": "id name kind sides:TaskSide* each unit limit deadline target gain helpers social until rounds rolled:TaskRoll* lead dark status winner degree word modifier modifier_words",
  "TaskRoll": "actor side successes botched roll",
  "TaskSide": "label members steps:Step* goal meaning tally",
  "Tension": "id",
  "Tick": "n",
  "TraitGroup": "name:s traits:s* most:n kind:s",
  "Try": "id obstacle actor failed knows seen shown ruled",
  "Turn": "id number phase acting began",
  "Typing": "on:b",
  "Unseen": "id name",
  "Untold": "id actor reason outcome roll shown topic words other_words words_only",
  "ViewPart": "audience count chain records:#*",
  "Wear": "id times",
  "Welcome": "epoch seat role name stream resumed durability before of groups:OptionGroup* layouts:CommandLayout*",
  "WillpowerUsed": "id turn",
  "Word": "value:n label:s",
};

/** The same for commands. */
export const COMMAND_SHAPES: Readonly<Record<string, string>> = {
  "AbandonAction": "actor:s",
  "AbandonCall": "call:s",
  "AbortAction": "actor:s defence:s place:n traits:s blow:s",
  "AddMoreAlike": "actor:s count:n",
  "AddOpponents": "name:s dice:n count:n hidden:b weapon:s health:n",
  "AdvanceClock": "count:n unit:s text:s",
  "AllowLookBack": "allowed:b",
  "AnswerAim": "aim:s text:s",
  "AnswerCall": "call:s specialty:b willpower:b automatic:b",
  "AnswerQuestion": "question:s answer:s",
  "AskForSpot": "actor:s target:s text:s",
  "BeginActing": "",
  "BeginChapter": "name:s",
  "BeginGrapple": "by:s on:s kind:s",
  "BeginScene": "name:s text:s away:s*",
  "BeginSession": "",
  "BeginStory": "name:s",
  "CallForRoll": "actor:s reason:s traits:s* dice:n difficulty:n hidden_difficulty:b modifier:n visibility:s modifier_reason:s private:b task:s retry:s plain:b opponent:s against:s abandon:b costs_turn:b helps:s* hinders:s* aim:s",
  "CallIn": "banked:s drop:b",
  "CallTense": "tense:b",
  "ChangeAction": "actor:s action:Action test:n",
  "ChangeFace": "actor:s name:s concept:s kind:s",
  "ChangeHouseRules": "switches traits:TraitGroup* dots:s* difficulties:Word* health:Word* weapons:Item* stores:Store* powers:Power* aliases numbers reset:s* steps:Word* ratings:Word* pools:ManoeuvrePools*",
  "ChangeSheet": "actor:s traits specialties:s* pools items:Item* flags:s*",
  "CloseRound": "task:s",
  "CloseScene": "text:s",
  "CloseTask": "task:s",
  "CreateCharacter": "name:s concept:s kind:s traits specialties:s* pools player:s hidden:b items:Item* flags:s*",
  "DeclareAction": "actor:s actions:Action*",
  "DeclareSame": "actor:s",
  "Decree": "text:s happens:b actor:s trait:s score:n aim:s",
  "Defend": "blow:s place:n means:s specialty:b willpower:b",
  "DropAim": "aim:s",
  "DropHandout": "handout:s",
  "DropObstacle": "obstacle:s",
  "DropSpot": "spot:s",
  "EndChapter": "text:s",
  "EndCircumstance": "circumstance:s",
  "EndCondition": "borne:s",
  "EndGrapple": "grapple:s",
  "EndStory": "text:s",
  "EndTurn": "",
  "ForkScene": "scene:s at:n name:s",
  "GiveConsequence": "actor:s text:s levels:n damage:s dice:n bank:b owed:s",
  "GiveUpTask": "task:s actor:s",
  "GoOn": "blow:s",
  "GrantExperience": "actors:s* points:n reason:s",
  "GrantPlea": "call:s",
  "HandOver": "actor:s player:s",
  "HideCharacter": "actor:s",
  "HideTask": "task:s",
  "ImportCharacter": "text:s onto:s player:s hidden:b",
  "JoinTask": "task:s helper:s side:s",
  "JoinTurns": "actor:s",
  "KeepClinch": "actor:s traits:s",
  "LeaveNonces": "nonces",
  "LeaveTurns": "actor:s",
  "LeaveUntold": "untold:s",
  "LetGiveUp": "actor:s costs_turn:b",
  "ModifyNextRoll": "actor:s dice:n visibility:s reason:s difficulty:n told:b kind:s",
  "ModifyTask": "task:s dice:n text:s visibility:s",
  "Move": "actor:s metres:n",
  "OpenContest": "name:s actors:s* traits:s* dice:n difficulty:n against:s* plus:n goal:n each:n unit:s limit:n within:n within_unit:s helpers:b social:b hidden:b to:s* steps:Step* modifier:n modifier_reason:s visibility:s opponents:s* kind:s script:s their_traits:s* their_dice:n their_difficulty:n their_against:s* their_plus:n their_goal:n their_label:s meaning:s their_meaning:s secret:b their_steps:Step*",
  "OpenTask": "name:s actors:s* traits:s* dice:n difficulty:n against:s* plus:n goal:n each:n unit:s limit:n within:n within_unit:s helpers:b social:b hidden:b to:s* steps:Step* modifier:n modifier_reason:s visibility:s target:s gain:s",
  "OverrideRoll": "roll:s result:s degree:s reason:s",
  "PaceAttacks": "step_by_step:b",
  "PassDowntime": "text:s count:n unit:s",
  "Plead": "call:s traits:s* specialty:s bonus:n text:s",
  "PutInHand": "actor:s weapon:s",
  "RecoverEverybody": "stores:s* heal:s whose:s",
  "RefusePlea": "call:s text:s",
  "RefuseSpot": "asked:s text:s",
  "RemoveCharacter": "actor:s",
  "RemoveOpponents": "",
  "ResistKiss": "actor:s",
  "ReturnCharacter": "actor:s",
  "RevealCharacter": "actor:s",
  "RevealHandout": "handout:s to:s*",
  "RevealTask": "task:s to:s* their_label:s",
  "Roll": "reason:s actor:s traits:s* dice:n bonus:n penalty:n modifiers difficulty:n specialty:b again:n task:s retry:s opponent:s against:s helps:s* hinders:s* willpower:b automatic:b",
  "RollInSecret": "reason:s actor:s traits:s* dice:n bonus:n penalty:n modifiers difficulty:n specialty:b again:n task:s retry:s opponent:s against:s helps:s* hinders:s* tell:s topic:s on_success:s on_failure:s words_only:b",
  "RuleBlow": "blow:s hits:n dealt:n soaked:n over:b",
  "RuleTask": "task:s winner:s degree:n text:s",
  "SaveRolls": "actor:s rolls:SavedRoll*",
  "Say": "text:s actor:s to:s* aside:b",
  "SetCircumstance": "text:s dice:n on:s* visibility:s bears:s ends:s",
  "SetClock": "day:n hour:n minute:n",
  "SetCondition": "actor:s condition:s value:n turns:n",
  "SetFailures": "obstacle:s actor:s times:n",
  "SetHealth": "actor:s bashing:n lethal:n aggravated:n",
  "SetInitiative": "actor:s successes:n",
  "SetObstacle": "name:s kind:s counting:s plain:b hidden:b obstacle:s",
  "SetPoints": "actor:s store:s points:n",
  "SetPortrait": "actor:s picture:s",
  "SetSpot": "name:s penalty:n target:s cover:b condition:s value:n text:s asked:s besides:b",
  "SetTally": "task:s tally:n their_tally:n",
  "SetTurnLength": "seconds:n",
  "SetUpFight": "name:s",
  "SettleConsequence": "owed:s",
  "SettleFumble": "fumble:s cost:s",
  "ShowHandout": "name:s text:s picture:s to:s* later:b",
  "ShowRoll": "roll:s",
  "SpendExperience": "actor:s points:n trait:s what:s",
  "SpendPoints": "actor:s store:s points:n on:s",
  "StartTurn": "",
  "StartTurns": "",
  "StateAim": "actor:s aim:s method:s private:b",
  "StopTurns": "",
  "StrikeExperience": "actor:s entry:n",
  "TakeAction": "actor:s specialty:b willpower:b",
  "TakeBack": "at:n seen:n",
  "TakeCover": "actor:s cover:s",
  "TakeUp": "actor:s",
  "TellOutcome": "actor:s outcome:s text:s to:s* untold:s topic:s",
  "ThrowAsTyped": "text:s actor:s",
  "WaitForTask": "task:s",
  "WithdrawCall": "call:s",
  "WithdrawQuestion": "question:s",
  "WithdrawRuling": "ruling:s",
  "WorkOnTask": "task:s actor:s traits:s* specialty:b willpower:b",
  "Wound": "target:s levels:n damage:s by:s text:s",
  "WriteNote": "actor:s text:s",
  "WriteProfile": "actor:s biography:s merits:Merit*",
  "Yield": "actor:s",
};

/** The values of the last fields of a command or client frame that are left out. */
export const DEFAULTS: Readonly<Record<string, readonly unknown[]>> = {
  AbortAction: [0, "", ""],
  AddMoreAlike: [3],
  AddOpponents: [1, false, "", 0],
  AdvanceClock: ["minute", ""],
  AnswerAim: [""],
  AnswerCall: [false, false, false],
  BeginScene: ["", []],
  CallForRoll: ["", [], 0, 0, false, 0, "open", "", false, "", "", true, "", "", false, false, [], [], ""],
  CallIn: [false],
  ChangeAction: [0],
  ChangeFace: ["", "mortal"],
  ChangeHouseRules: [[], null, null, null, null, null, null, null, null, [], [], null, null, null],
  ChangeSheet: [[], [], [], []],
  CloseScene: [""],
  CreateCharacter: ["", "mortal", [], [], [], "", false, [], []],
  DeclareAction: [[]],
  Decree: [true, "", "", 0, ""],
  Defend: [0, "", false, false],
  EndChapter: [""],
  EndStory: [""],
  GiveConsequence: ["", 0, "bashing", 0, false, ""],
  GrantExperience: [1, ""],
  HandOver: [""],
  Hello: ["", [], true],
  ImportCharacter: ["", "", false],
  JoinTask: ["first"],
  KeepClinch: [""],
  LetGiveUp: [false],
  Look: [-1, -1, "", null, "everyone"],
  ModifyNextRoll: [0, "open", "", 0, false, "action"],
  ModifyTask: ["", "open"],
  Move: [0],
  OpenContest: [[], 0, 0, [], 0, 0, 0, "hour", 0, 0, "hour", false, false, false, [], [], 0, "", "open", [], "resisted", "", [], 0, 0, [], 0, 0, "", "", "", false, []],
  OpenTask: [[], 0, 0, [], 0, 0, 0, "hour", 0, 0, "hour", false, false, false, [], [], 0, "", "open", "", ""],
  OverrideRoll: ["", ""],
  PassDowntime: ["day"],
  Plead: [[], "", 0, ""],
  PutInHand: [""],
  RecoverEverybody: [[], "none", "everybody"],
  RefusePlea: [""],
  RefuseSpot: [""],
  RevealHandout: [[]],
  RevealTask: [[], ""],
  Roll: ["", "", [], 0, 0, 0, [], 0, false, 10, "", "", "", "", [], [], false, false],
  RollInSecret: ["", "", [], 0, 0, 0, [], 0, false, 10, "", "", "", "", [], [], "later", "", "", "", false],
  RuleBlow: [-1, -1, -1, false],
  RuleTask: [0, ""],
  SaveRolls: [[]],
  Say: ["", [], false],
  SetCircumstance: ["open", "actions", "word"],
  SetClock: [0, 0],
  SetCondition: [0, 0],
  SetHealth: [0, 0, 0],
  SetObstacle: ["other", "", true, false, ""],
  SetPortrait: [""],
  SetSpot: [0, "", false, "", 0, "", "", false],
  SetTally: [0],
  SetUpFight: [null],
  ShowHandout: ["", "", [], false],
  SpendExperience: [1, null, ""],
  SpendPoints: [1, ""],
  StateAim: ["", false],
  TakeAction: [false, false],
  TakeBack: [0],
  TellOutcome: ["", "", "", [], "", ""],
  ThrowAsTyped: [""],
  WorkOnTask: [[], false, false],
  Wound: ["lethal", "", ""],
  WriteNote: [""],
  WriteProfile: ["", []],
};
