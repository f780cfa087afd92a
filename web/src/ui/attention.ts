/** Alerts for a reader who looks elsewhere: a mark in the page's title and icon; a sound and a notification of the system
 * if this device asks for them. */

import { createSignal } from "solid-js";
import { device } from "../browser/storage";
import asking from "./icon-asking.svg?no-inline";

export type Alert = "sound" | "notification";

/** The stored name has an older word for an alert. */
const KEY = (alert: Alert) => `coterie.call.${alert}`;
const chosen = {
  sound: createSignal(device.get(KEY("sound")) === "on"),
  notification: createSignal(device.get(KEY("notification")) === "on" && mayNotify()),
};

/** True if this device wants the sound, or the notification. */
export const wants = (alert: Alert): boolean => chosen[alert][0]();

/** Switch an alert on or off for this device. A notification needs the browser's permission, which is asked for here; the
 * answer is false if it is not given. */
export async function want(alert: Alert, on: boolean): Promise<boolean> {
  const given = on && (alert === "sound" || (await permitted()));
  if (given) device.set(KEY(alert), "on");
  else device.remove(KEY(alert));
  chosen[alert][1](given);
  if (given && alert === "sound") chime();
  return given === on;
}

/** True if this browser can notify, and may. */
function mayNotify(): boolean {
  return typeof Notification !== "undefined" && Notification.permission === "granted";
}

async function permitted(): Promise<boolean> {
  if (typeof Notification === "undefined") return false;
  return (await Notification.requestPermission()) === "granted";
}

/** The title of the page with a mark while something is asked. */
export const marked = (title: string, asked: boolean): string => `${asked ? "● " : ""}${title}`;

const icon = () => document.querySelector<HTMLLinkElement>('link[rel="icon"]');
const PLAIN = icon()?.href ?? "";

/** Show the page's icon, with a mark while something is asked. */
export function markIcon(asked: boolean): void {
  const link = icon();
  if (link !== null) link.href = asked ? asking : PLAIN;
}

/** Alert the reader: play the sound; notify if the page is out of sight. */
export function alertReader(title: string, text: string): void {
  if (wants("sound")) chime();
  if (wants("notification") && mayNotify() && document.hidden) {
    const shown = new Notification(title, { body: text, tag: "coterie" });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  }
}

/** The reader's character is hit: play a sound of its own if this device wants sounds. */
export function soundHit(): void {
  if (wants("sound")) play(HIT, 0.3);
}

/** The hertz of a sound's tones, each at its beginning and at its end. */
type Tones = readonly (readonly [from: number, to: number])[];

/** A fifth, upwards: something is asked. */
const ASKED: Tones = [[523.25, 523.25], [783.99, 783.99]];
/** A low tone that falls: a blow. */
const HIT: Tones = [[196, 65.41]];
let audio: AudioContext | undefined;

const chime = () => play(ASKED, 0.12);

/** Play short soft tones one after the other. `loud`: their loudness at its loudest, of 1. */
function play(tones: Tones, loud: number): void {
  if (typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const [nth, [first, last]] of tones.entries()) {
    const [tone, volume, from] = [audio.createOscillator(), audio.createGain(), audio.currentTime + nth * 0.14];
    tone.type = "sine";
    tone.frequency.setValueAtTime(first, from);
    tone.frequency.exponentialRampToValueAtTime(last, from + 0.3);
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(loud, from + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, from + 0.45);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + 0.5);
  }
}
