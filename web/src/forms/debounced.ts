/** Questions that a person changes faster than they are answered: asked after a pause, and only the last one counts. */
export class Debounced<Q, A> {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = 0;
  private readonly ask: (question: Q) => Promise<A>;
  private readonly received: (answer: A | undefined) => void;
  private readonly pause: number;

  constructor(ask: (question: Q) => Promise<A>, received: (answer: A | undefined) => void, pause = 300) {
    this.ask = ask;
    this.received = received;
    this.pause = pause;
  }

  /** Ask soon, in place of whatever was asked before; undefined asks nothing. What was answered no longer holds. */
  request(question: Q | undefined): void {
    clearTimeout(this.timer);
    const number = ++this.last;
    this.received(undefined);
    if (question === undefined) return;
    this.timer = setTimeout(() => {
      this.ask(question).then(
        (answer) => number === this.last && this.received(answer),
        () => undefined,
      );
    }, this.pause);
  }
}
