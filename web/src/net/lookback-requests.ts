/**
 * Questions about the past, one in flight: the server passes over any other. While one is under way only the newest is
 * kept, so a slider may run as fast as it likes and still ends at where it was let go.
 */

import type { ClientFrames, Looked, ViewPart } from "../messages";

export interface LookbackAnswer {
  readonly looked: Looked;
  readonly views: readonly ViewPart[];
}

type Question = ClientFrames["look"];
/** A question but for its number: what it leaves out is not asked. */
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

  /** The connection is lost: nobody answers any more. */
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
