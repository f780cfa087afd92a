/** The field that takes a picture: chosen, dropped, or pasted. */

import { createSignal, onCleanup, onMount } from "solid-js";

export function PictureFile(props: { choose: (file: Blob) => void; label: string }) {
  const [over, setOver] = createSignal(false);
  const take = (files: FileList | undefined | null) => {
    const file = files?.[0];
    if (file) props.choose(file);
  };
  const paste = (event: ClipboardEvent) => {
    if (event.clipboardData?.files.length) {
      take(event.clipboardData.files);
      event.preventDefault();
    }
  };
  onMount(() => document.addEventListener("paste", paste));
  onCleanup(() => document.removeEventListener("paste", paste));
  return (
    <label
      class="picture-file"
      classList={{ over: over() }}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files);
      }}
    >
      <span>{props.label}</span>
      <input type="file" accept="image/*" data-testid="picture-file" onChange={(event) => take(event.currentTarget.files)} />
    </label>
  );
}
