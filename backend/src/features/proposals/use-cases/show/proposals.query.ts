import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PageQuery, ProposalView } from '@tknest/contracts/api';
import type { ProposalMade } from '@tknest/contracts/events';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { load } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { pageFrom, pageOf, type PageOf } from '#platform/http/paging.js';
import type { ItemOf } from '#platform/vault/open-item.js';
import { unlessGone, VaultService } from '#platform/vault/vault.service.js';
import { alarm } from '#platform/telemetry/security-log.js';
import { caseFold, noteSubject } from '#features/operations-cases/rules.public.js';
import { expiryOf, proposalFold, proposalStream } from '../../proposal.decider.js';
import { AdminPersons } from '../../admin-persons.js';
import { Proposal } from '../../read-models/proposals/proposal.entity.js';

/** Proposals, newest first, a page at a time. */
export class ListProposals extends Query<PageOf<ProposalView>> {
  constructor(
    readonly asked: PageQuery,
    /** The caller's wallet. */
    readonly wallet: string,
  ) {
    super();
  }
}

@QueryHandler(ListProposals)
export class ListProposalsHandler implements IQueryHandler<ListProposals> {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly vault: VaultService,
    private readonly persons: AdminPersons,
  ) {}

  /** @throws Refused if limit or cursor are not valid */
  async execute({ asked, wallet }: ListProposals): Promise<PageOf<ProposalView>> {
    const { limit, offset } = pageOf(asked);
    const order = { at: 'DESC', id: 'ASC' } as const;
    const rows = await this.db.getRepository(Proposal).find({ order, skip: offset, take: limit + 1 });
    const { rows: shown, next } = pageFrom(
      rows,
      limit,
      (row) => this.viewOf(row, wallet),
      () => offset + limit,
    );
    return { rows: (await Promise.all(shown)).filter((row) => row !== null), next };
  }

  /** What people are about to sign is read from the log: the row only finds it. */
  private async viewOf({ id }: Proposal, wallet: string): Promise<ProposalView | null> {
    const { state } = await load(this.store, proposalFold(id));
    if (state.status === 'none') return (alarm('read-model-refused'), null);
    const { made, at, status, reasonItem, approval, carriedOut } = state;
    const { kind, by, summary, linkTo, expiresAt, noteItem } = made;
    const note = noteItem
      ? await this.textOf(noteItem, { subject: await this.noteSubjectOf(made), kind: 'case-note' })
      : null;
    const reason =
      reasonItem && (await this.textOf(reasonItem, { subject: proposalStream(id), kind: 'proposal-reason' }));
    const problem = carriedOut?.problem ?? null;
    return {
      id,
      kind,
      by,
      isProposer: await this.persons.areOne(wallet, by),
      at: at.toISOString(),
      expiresAt,
      summary,
      note,
      status: status === 'open' && expiryOf(state) <= this.clock.now() ? 'expired' : status,
      linkTo,
      approvedBy: approval?.by ?? null,
      carriedOut: carriedOut && problem === null,
      problem,
      reason,
    };
  }

  private async noteSubjectOf({ request }: ProposalMade['data']): Promise<string> {
    const { caseId } = request as { caseId: string };
    return noteSubject(caseId, (await load(this.store, caseFold(caseId))).state);
  }

  /** Null if the person named in it was erased. */
  private async textOf(item: string, of: ItemOf): Promise<string | null> {
    const said = await unlessGone(this.vault.get(item, of));
    return said && String((said as { text?: unknown }).text);
  }
}
