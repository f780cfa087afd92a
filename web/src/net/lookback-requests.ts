/**
 * Questions about the past, one in flight: the server passes over any other. While one is under way only the newest is
 * kept, so a slider may run as fast as it likes and still ends at where it was let go.
 */

import type { ClientFrames, Looked, ViewPart } from "../messages";

export interface Looking {
  readonly looked: Looked;
  readonly views: readonly ViewPart[];
}

type Question = ClientFrames["look"];
/** A question but for its number: what it leaves out is not asked. */
export type Look = Partial<Omit<Question, "id">>;

interface Asked {
  readonly question: Question;
  readonly settle: (answer: Looking | undefined) => void;
}

export class Looks {
  private flying: Asked | undefined;
  private next: Asked | undefined;
  private last = 0;
  private readonly send: (question: Question) => void;

  constructor(send: (question: Question) => void) {
    this.send = send;
  }

  ask(look: Look): Promise<Looking | undefined> {
    return new Promise((settle) => {
      this.next?.settle(undefined);
      this.next = { question: { id: ++this.last, at: -1, before: -1, seat: "", by: null, ...look }, settle };
      this.go();
    });
  }

  answer(answer: Looking): void {
    const asked = this.flying;
    if (asked?.question.id !== answer.looked.id) return;
    this.flying = undefined;
    asked.settle(answer);
    this.go();
  }

  /** The connection is lost: nobody answers any more. */
  drop(): void {
    this.flying?.settle(undefined);
    this.next?.settle(undefined);
    this.flying = this.next = undefined;
  }

  private go(): void {
    if (this.flying !== undefined || this.next === undefined) return;
    this.flying = this.next;
    this.next = undefined;
    this.send(this.flying.question);
  }
}
