/** The whisper that the reader answers: the story sets it, the text field takes it. */

import { createSignal } from "solid-js";

/** A new object for each press, so that the same seat can be chosen twice. */
export const [replyTo, setReplyTo] = createSignal<{ readonly seat: string }>();
