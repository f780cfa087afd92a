/** Requests for input that changes faster than the server answers: sent after a pause, and only the newest answer
 * counts. */
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

  /** Send this request after the pause, in place of any earlier request; undefined cancels. The last answer is
   * dropped at once. */
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
