/** Requests for past views, with a single request in flight: the server ignores any further request. The others wait in
 * their order, so that each one who asks gets an answer. */

import type { ClientFrames, Looked, ViewPart } from "../messages";

export interface LookbackAnswer {
  readonly looked: Looked;
  readonly views: readonly ViewPart[];
}

type Look = ClientFrames["look"];
/** A request without its id; a missing field takes its default. */
export type LookbackQuery = Partial<Omit<Look, "id">>;

interface PendingRequest {
  readonly look: Look;
  readonly settle: (answer: LookbackAnswer | undefined) => void;
}

export class LookbackRequests {
  /** The first one is in flight. */
  private pending: PendingRequest[] = [];
  private last = 0;
  private readonly send: (look: Look) => void;

  constructor(send: (look: Look) => void) {
    this.send = send;
  }

  ask(query: LookbackQuery): Promise<LookbackAnswer | undefined> {
    return new Promise((settle) => {
      const look = { id: ++this.last, at: -1, before: -1, seat: "", by: null, ...query };
      if (this.pending.push({ look, settle }) === 1) this.send(look);
    });
  }

  answer(answer: LookbackAnswer): void {
    const [answered, next] = this.pending;
    if (answered?.look.id !== answer.looked.id) return;
    this.pending.shift();
    answered.settle(answer);
    if (next !== undefined) this.send(next.look);
  }

  /** The connection is lost: no answer will come. */
  cancelAll(): void {
    for (const { settle } of this.pending) settle(undefined);
    this.pending = [];
  }
}
