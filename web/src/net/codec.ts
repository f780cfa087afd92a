/** Converts arrays on the wire to objects in the page and back. The generated `SHAPES` lists the fields of each
 * struct. */

import {
  type AnyRecord,
  type ClientFrames,
  type Commands,
  DEFAULTS,
  FRAMES,
  SHAPES,
  type ServerFrame,
  COMMAND_SHAPES,
} from "../messages";
import { sanitizedName } from "../words/sanitized";

interface WireField {
  readonly name: string;
  /** A struct's name, `#` for a record that begins with its own type, or a lower-case letter for a plain value. */
  readonly type: string;
  /** The depth of nested lists around the value. */
  readonly listDepth: number;
}

export type CommandName = keyof Commands;
export type FrameName = keyof ClientFrames;
type Fields = Readonly<Record<string, unknown>>;

function shapeReader(shapes: Readonly<Record<string, string>>): (struct: string) => readonly WireField[] {
  const known = new Map<string, readonly WireField[]>();
  return (struct) => {
    let found = known.get(struct);
    if (found === undefined) {
      const shape = shapes[struct];
      if (shape === undefined) throw new Error(`nothing is known of ${struct}`);
      found = shape.split(" ").filter(Boolean).map(parseField);
      known.set(struct, found);
    }
    return found;
  };
}

const structFields = shapeReader(SHAPES);
/** The fields of a command, in the order of the wire. */
export const commandFields = shapeReader(COMMAND_SHAPES);

function parseField(text: string): WireField {
  const [name = "", rest = ""] = text.split(":");
  const type = rest.replace(/\*+$/, "");
  return { name, type, listDepth: rest.length - type.length };
}

/** Names that people gave, by struct: old logs may have control characters in them. No command refers to anything by
 * one of these texts. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  Absent: ["name"],
  CastMember: ["name"],
  ChapterCard: ["name"],
  Face: ["name", "concept"],
  Item: ["name"],
  Obstacle: ["name"],
  SceneCard: ["name"],
  SeatHere: ["name"],
  Setting: ["name", "story_name", "chapter_name"],
  Spot: ["name"],
  StoryCard: ["name"],
  Task: ["name"],
  Unseen: ["name"],
  Welcome: ["name"],
};

const isStruct = (type: string) => type === "#" || /^[A-Z]/.test(type);

function decodeValue(type: string, listDepth: number, raw: unknown): unknown {
  if (raw === undefined) return listDepth > 0 ? [] : undefined; // an older server's frame lacks this field
  if (raw === null || !isStruct(type)) return raw;
  if (listDepth > 0) return (raw as readonly unknown[]).map((one) => decodeValue(type, listDepth - 1, one));
  return type === "#" ? readRecord(raw as readonly unknown[]) : decodeStruct(type, raw as readonly unknown[], 0, {});
}

function decodeStruct(name: string, raw: readonly unknown[], from: number, head: Fields): Fields {
  const out: Record<string, unknown> = { ...head };
  structFields(name).forEach((p, i) => {
    const value = decodeValue(p.type, p.listDepth, raw[from + i]);
    out[p.name] = typeof value === "string" && NAMES[name]?.includes(p.name) ? sanitizedName(value) : value;
  });
  return out;
}

/** Decode a record. Of an unknown type only the type and id are kept, and the page does not draw it. */
export function readRecord(raw: readonly unknown[]): AnyRecord {
  const type = String(raw[0]);
  const known = type in SHAPES ? decodeStruct(type, raw, 1, { type }) : { type, id: String(raw[1]) };
  return known as unknown as AnyRecord;
}

/** Decode a frame from the server; undefined if its type is unknown. */
export function readFrame(raw: readonly unknown[]): ServerFrame | undefined {
  const frame = String(raw[0]);
  const name = FRAMES[frame];
  return name === undefined ? undefined : (decodeStruct(name, raw, 1, { frame }) as unknown as ServerFrame);
}

/** The values of a struct in the order of the wire; a missing value takes its default. */
function encodeStruct(all: readonly WireField[], defaults: readonly unknown[], fields: Fields): unknown[] {
  return all.map((p, i) => {
    const value = fields[p.name];
    if (value === undefined) return defaults[i - (all.length - defaults.length)];
    return encodeValue(p.type, p.listDepth, value);
  });
}

function encodeValue(type: string, listDepth: number, value: unknown): unknown {
  if (value === null || !isStruct(type)) return value;
  if (listDepth > 0) return (value as readonly unknown[]).map((one) => encodeValue(type, listDepth - 1, one));
  return encodeStruct(structFields(type), [], value as Fields);
}

export const writeFrame = <N extends FrameName>(name: N, fields: ClientFrames[N], struct: string): unknown[] => [
  name,
  ...encodeStruct(structFields(struct), DEFAULTS[struct] ?? [], { ...fields }),
];

export const writeCommand = (name: string, fields: Fields): unknown[] => [
  name,
  ...encodeStruct(commandFields(name), DEFAULTS[name] ?? [], fields),
];

/** True if this page knows the command: a newer server may offer unknown commands. */
export const isCommand = (name: string): name is CommandName => name in COMMAND_SHAPES;
