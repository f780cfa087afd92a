/** Questions that a person changes faster than they are answered: asked after a pause, and only the last one counts. */
export class Later<Q, A> {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = 0;
  private readonly ask: (question: Q) => Promise<A>;
  private readonly heard: (answer: A | undefined) => void;
  private readonly pause: number;

  constructor(ask: (question: Q) => Promise<A>, heard: (answer: A | undefined) => void, pause = 300) {
    this.ask = ask;
    this.heard = heard;
    this.pause = pause;
  }

  /** Ask soon, in place of whatever was asked before; undefined asks nothing. What was answered no longer holds. */
  put(question: Q | undefined): void {
    clearTimeout(this.timer);
    const mine = ++this.last;
    this.heard(undefined);
    if (question === undefined) return;
    this.timer = setTimeout(() => {
      this.ask(question).then(
        (answer) => mine === this.last && this.heard(answer),
        () => undefined,
      );
    }, this.pause);
  }
}
