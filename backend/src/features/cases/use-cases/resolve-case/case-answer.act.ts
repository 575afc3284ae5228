import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { ResolveCaseRequest } from '@tknest/contracts/api';
import type { CaseKind, CaseOpened, CaseResolution } from '@tknest/contracts/events';
import { Refused } from '../../../../platform/domain/refused.js';
import { EVENT_STORE, type EventStore } from '../../../../platform/event-store/event-store.js';
import { load } from '../../../../platform/event-store/folding.js';
import type { Session } from '../../../../platform/http/access.js';
import type { ProposedAct } from '../../../proposals/proposals.public.js';
import { caseFold, caseStream, resolveCase } from '../../case.decider.js';
import { ResolveCase } from './resolve-case.command.js';

export interface CaseAnswer extends ResolveCaseRequest {
  caseId: string;
}

const FOREIGN: ReadonlySet<CaseKind> = new Set(['unknown-ledger-payment', 'unknown-ledger-transaction']);

/**
 * Answers that move money into the platform's own, have tokens issued, or say that a transaction of its accounts was
 * made outside: these take two people. The rest one person gives alone.
 */
export const takesTwo = (kind: CaseKind, resolution: CaseResolution): boolean =>
  (kind === 'escrow-suspense' && resolution === 'kept') ||
  (kind === 'forgotten-payment' && resolution === 'tokens-issued') ||
  (FOREIGN.has(kind) && resolution !== 'corrected');

@Injectable()
export class CaseAnswerAct implements ProposedAct<CaseAnswer> {
  readonly kind = 'case-answer';

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly commands: CommandBus,
  ) {}

  /** Whether an answer to the case takes two people, as far as there is such a case. */
  async takesTwo({ caseId, resolution }: CaseAnswer): Promise<boolean> {
    const { kind } = (await load(this.store, caseFold(caseId))).state;
    return kind !== null && takesTwo(kind, resolution);
  }

  async prepare({ caseId, resolution, note }: CaseAnswer) {
    const { state } = await load(this.store, caseFold(caseId));
    resolveCase(caseId, { resolution, note }, state);
    const summary = `Resolve the case “${await this.summaryOf(caseId)}” as ${resolution}: ${note}`;
    return {
      request: { caseId, resolution, note },
      summary,
      beneficiaries: [],
      linkTo: `/admin/cases/${encodeURIComponent(caseId)}`,
    };
  }

  async carryOut({ caseId, resolution, note }: CaseAnswer, session: Session, key: string): Promise<void> {
    await this.commands.execute(new ResolveCase(session, caseId, { resolution, note }, key));
  }

  private async summaryOf(caseId: string): Promise<string> {
    let summary: string | null = null;
    for await (const { type, data } of this.store.read(caseStream(caseId)))
      if (type === 'CaseOpened') ({ summary } = data as CaseOpened['data']);
    if (summary === null) throw new Refused('not-found', 'No such case');
    return summary;
  }
}
