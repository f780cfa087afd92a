/** Requests for past views, with a single request in flight: the server ignores any further request. Of the requests
 * that wait only the newest is kept, so a slider may move fast and still ends where it was released. */

import type { ClientFrames, Looked, ViewPart } from "../messages";

export interface LookbackAnswer {
  readonly looked: Looked;
  readonly views: readonly ViewPart[];
}

type Question = ClientFrames["look"];
/** A request without its id; a missing field takes its default. */
export type LookbackQuery = Partial<Omit<Question, "id">>;

interface PendingRequest {
  readonly question: Question;
  readonly settle: (answer: LookbackAnswer | undefined) => void;
}

export class LookbackRequests {
  private inFlight: PendingRequest | undefined;
  private next: PendingRequest | undefined;
  private last = 0;
  private readonly send: (question: Question) => void;

  constructor(send: (question: Question) => void) {
    this.send = send;
  }

  ask(look: LookbackQuery): Promise<LookbackAnswer | undefined> {
    return new Promise((settle) => {
      this.next?.settle(undefined);
      this.next = { question: { id: ++this.last, at: -1, before: -1, seat: "", by: null, ...look }, settle };
      this.sendNext();
    });
  }

  answer(answer: LookbackAnswer): void {
    const answered = this.inFlight;
    if (answered?.question.id !== answer.looked.id) return;
    this.inFlight = undefined;
    answered.settle(answer);
    this.sendNext();
  }

  /** The connection is lost: no answer will come. */
  cancelAll(): void {
    this.inFlight?.settle(undefined);
    this.next?.settle(undefined);
    this.inFlight = this.next = undefined;
  }

  private sendNext(): void {
    if (this.inFlight !== undefined || this.next === undefined) return;
    this.inFlight = this.next;
    this.next = undefined;
    this.send(this.inFlight.question);
  }
}
