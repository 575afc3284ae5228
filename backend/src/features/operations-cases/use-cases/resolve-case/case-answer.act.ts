import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { ResolveCaseRequest } from '@tknest/contracts/api';
import type { CaseOpened } from '@tknest/contracts/events';
import { Refused } from '#platform/domain/refused.js';
import { EVENT_STORE, type EventStore, type RecordedEvent } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import type { Session } from '#platform/sessions/session.js';
import { VaultService } from '#platform/vault/vault.service.js';
import type { ProposedAct } from '#features/proposals/module.public.js';
import { answerCase, caseFold, caseStream, noteSubject, takesTwo } from '../../case.decider.js';
import { mustBeKnown } from './being-learned-of.js';
import { ResolveCase, type Answer } from './resolve-case.command.js';

export interface CaseAnswer extends ResolveCaseRequest {
  caseId: string;
}

@Injectable()
export class CaseAnswerAct implements ProposedAct<CaseAnswer> {
  readonly kind = 'case-answer';

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly commands: CommandBus,
    private readonly vault: VaultService,
  ) {}

  /** Whether an answer to the case takes two people, if the case exists. */
  async takesTwo({ caseId, resolution }: CaseAnswer): Promise<boolean> {
    const { kind } = (await load(this.store, caseFold(caseId))).state;
    return takesTwo(kind, resolution);
  }

  async prepare({ caseId, resolution, note }: CaseAnswer) {
    const { state } = await load(this.store, caseFold(caseId));
    answerCase(caseId, { resolution, note: null }, state);
    await mustBeKnown(this.store, caseId);
    const noteItem = await this.vault.put(noteSubject(caseId, state), 'case-note', { text: note });
    return {
      request: { caseId, resolution, noteItem },
      noteItem,
      linkTo: `/admin/cases/${encodeURIComponent(caseId)}`,
    };
  }

  /** @throws Refused if there is no such case */
  async describe({ caseId, resolution }: Pick<CaseAnswer, 'caseId' | 'resolution'>) {
    const { kind, summary: found, wallet, details } = await this.opened(caseId);
    const about = [details.amount, wallet].filter(Boolean).join(', ');
    return {
      summary: `Resolve ${caseId} as ${resolution}${about && ` (${about})`}. ${kind}: ${found}`,
      beneficiaries: [wallet, details.payee, details.payer].filter((one) => typeof one === 'string'),
    };
  }

  async carryOut({ caseId, ...answer }: { caseId: string } & Answer, session: Session, key: string): Promise<void> {
    await this.commands.execute(new ResolveCase(session, caseId, answer, key));
  }

  isEndedBy({ caseId, resolution }: CaseAnswer, { type, data }: RecordedEvent): boolean {
    return type === 'CaseResolved' && data.caseId === caseId && data.resolution === resolution;
  }

  /** The latest finding. */
  private async opened(caseId: string): Promise<CaseOpened['data']> {
    let opened: CaseOpened['data'] | null = null;
    for await (const { type, data } of this.store.read(caseStream(caseId)))
      if (type === 'CaseOpened') opened = data as CaseOpened['data'];
    if (opened === null) throw new Refused('not-found', 'No such case');
    return opened;
  }
}
