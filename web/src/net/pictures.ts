/** Pictures from the server. An image element could not send the session, so a picture is fetched and drawn on a canvas;
 * no address of a picture opens without a session. */

/** The pictures that a page keeps decoded. */
const KEPT = 40;

const loading = new Map<string, Promise<ImageBitmap | undefined>>();

/** Load a picture that the seat of this session sees at a table; undefined if it cannot be loaded. */
export function loadPicture(picture: string, stream: string, token: string): Promise<ImageBitmap | undefined> {
  const key = `${token} ${stream} ${picture}`;
  let found = loading.get(key);
  if (found === undefined) {
    found = fetched(picture, stream, token).catch(() => undefined);
    loading.set(key, found);
    void found.then((bitmap) => {
      if (bitmap === undefined) loading.delete(key); // the next reader tries again
    });
    const [oldest] = loading.keys();
    if (loading.size > KEPT && oldest !== undefined) loading.delete(oldest);
  }
  return found;
}

async function fetched(picture: string, stream: string, token: string): Promise<ImageBitmap | undefined> {
  const path = `./api/pictures/${encodeURIComponent(picture)}?stream=${encodeURIComponent(stream)}`;
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(path, { headers, credentials: "omit", referrerPolicy: "no-referrer" });
  return response.ok ? createImageBitmap(await response.blob()) : undefined;
}
