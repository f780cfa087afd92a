/** The address of the stream overlay: a spectator's link with `?overlay` before the secret, or `?overlay=de` for one in
 * German. */

/** What the address says of an overlay: the language, "" for the browser's own; null if this page is not an overlay. */
export const overlayInAddress = (): string | null => new URLSearchParams(location.search).get("overlay");
