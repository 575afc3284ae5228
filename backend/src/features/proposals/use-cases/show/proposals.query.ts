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
import { caseFold, noteSubject } from '#features/operations-cases/rules.public.js';
import { proposalStream } from '../../proposal.decider.js';
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
    return { rows: await Promise.all(shown), next };
  }

  private async viewOf({ reasonItem, noteItem, ...row }: Proposal, wallet: string): Promise<ProposalView> {
    const isOver = row.status === 'open' && new Date(row.expiresAt) <= this.clock.now();
    const status = isOver ? 'expired' : row.status;
    const isProposer = await this.persons.areOne(wallet, row.by);
    const note =
      noteItem && (await this.textOf(noteItem, { subject: await this.noteSubjectOf(row), kind: 'case-note' }));
    const reason =
      reasonItem && (await this.textOf(reasonItem, { subject: proposalStream(row.id), kind: 'proposal-reason' }));
    return { ...row, status, isProposer, note, reason };
  }

  /** To whom the note belongs, according to the log: the table of proposals could name another's item. */
  private async noteSubjectOf({ id }: Pick<Proposal, 'id'>): Promise<string> {
    for await (const { data } of this.store.read(proposalStream(id), { limit: 1 })) {
      const { caseId } = (data as ProposalMade['data']).request as { caseId: string };
      return noteSubject(caseId, (await load(this.store, caseFold(caseId))).state);
    }
    return proposalStream(id);
  }

  /** Null if the person named in it was erased. */
  private async textOf(item: string, of: ItemOf): Promise<string | null> {
    const said = await unlessGone(this.vault.get(item, of));
    return said && String((said as { text?: unknown }).text);
  }
}
