import { Injectable } from '@nestjs/common';
import type { ProposalKind } from '@tknest/contracts/events';
import type { Moved } from './daily-caps.decider.js';
import type { Session } from '#platform/sessions/session.js';

/** What is kept of an act that is proposed. */
export interface Prepared {
  /** What is carried out later: plain JSON, no seeds, no personal data. */
  request: Record<string, unknown>;
  /** In words, for the person who approves it. */
  summary: string;
  /** Wallets that it pays, issues to, or assigns to. */
  beneficiaries: readonly string[];
  /** What its proposer says of it, where they do: a vault item, since it may name people. */
  noteItem?: string;
  /** The page on which an approver sees what the proposal is about. */
  linkTo: string;
}

/** One kind of act that takes two people. Its feature registers it. */
export interface ProposedAct<Request = any> {
  kind: ProposalKind;
  /** Looks whether it could be carried out now. @throws Refused */
  prepare(request: Request, session: Session): Promise<Prepared>;
  /**
   * Carries it out, in the name of its proposer. It may be called again after a crash: the same key, the same command.
   * @throws Refused if it cannot be (any more); LedgerUnavailable
   */
  carryOut(request: any, session: Session, key: string): Promise<void>;
  /** What it pays of the platform's own, and issues; absent if it does neither. @param request as it was kept */
  moves?(request: any): Moved;
  /** The Idempotency-Key of the command that carries it out, where it is another one than that key. */
  keyOf?(session: Session, key: string): string;
}

@Injectable()
export class ProposalKinds {
  private readonly acts = new Map<ProposalKind, ProposedAct>();

  register(act: ProposedAct): void {
    this.acts.set(act.kind, act);
  }

  of(kind: ProposalKind): ProposedAct {
    return this.acts.get(kind)!;
  }
}
