import { Injectable } from '@nestjs/common';
import type { ProposalKind, ProposalMade } from '@tknest/contracts/events';
import { canonicalJson } from '#platform/event-store/canonical-json.js';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import type { Moved } from './daily-caps.decider.js';
import type { Session } from '#platform/sessions/session.js';

/** What is stored about a proposed act. */
export interface Prepared {
  /** What is carried out later: plain JSON, no seeds, no personal data. */
  request: Record<string, unknown>;
  /** The proposer's note, if any: a vault item, because it may name people. */
  noteItem?: string;
  /** The page on which an approver sees what the proposal is about. */
  linkTo: string;
}

/** What a request does, derived from it alone and from the log: a worker derives it again before anybody signs. */
export interface Described {
  /** A summary for the people who sign it. */
  summary: string;
  /** Wallets that it pays, issues to, or assigns to. */
  beneficiaries: readonly string[];
}

/** One kind of act that takes two people. Its feature registers it. */
export interface ProposedAct<Request = any> {
  kind: ProposalKind;
  /** Checks whether it could be carried out now. @throws Refused */
  prepare(request: Request, session: Session): Promise<Prepared>;
  /** @param request as it was stored */
  describe(request: any): Promise<Described>;
  /**
   * Carries it out in the name of its proposer. May be called again after a crash, with the same key and thus the same
   * command.
   * @throws Refused if it is not possible (any more); LedgerUnavailable
   */
  carryOut(request: any, session: Session, key: string): Promise<void>;
  /**
   * The platform's own money that it pays, and the tokens that it issues; absent if it does neither. @param request as
   * it was stored
   */
  moves?(request: any): Moved;
  /** The Idempotency-Key of the command that carries it out, if it differs from that key. */
  keyOf?(session: Session, key: string): string;
  /**
   * Whether an event is what carrying it out writes last; absent if that is an event that only workers write. @param
   * request as it was stored
   */
  isEndedBy?(request: any, event: RecordedEvent): boolean;
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

  /** Whether its summary and its beneficiaries are those of its request, which may have any form. @throws Refused */
  async doesWhatItSays({ kind, request, summary, beneficiaries }: ProposalMade['data']): Promise<boolean> {
    const described = await this.of(kind).describe(request);
    if (!described.beneficiaries.every((one) => typeof one === 'string')) return false;
    return canonicalJson([summary, beneficiaries]) === canonicalJson([described.summary, described.beneficiaries]);
  }
}
