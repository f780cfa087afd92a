/** The name, with a die beside it. */

export function Wordmark() {
  return (
    <span class="wordmark">
      <svg viewBox="0 0 40 44" aria-hidden="true">
        <path class="body" d="M20 2 37 21 20 42 3 21Z" />
        <path class="edge" d="M3 21 20 27 37 21M20 2V27" />
      </svg>
      Coterie
    </span>
  );
}
