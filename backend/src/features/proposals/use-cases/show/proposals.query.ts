import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PageQuery, ProposalView } from '@tknest/contracts/api';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { pageFrom, pageOf, type PageOf } from '#platform/http/paging.js';
import { NotInVault, VaultService } from '#platform/vault/vault.service.js';
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
    return { ...row, status, isProposer, note: await this.textOf(noteItem), reason: await this.textOf(reasonItem) };
  }

  /** Null if there is none, or if the person named in it was erased. */
  private async textOf(item: string | null): Promise<string | null> {
    if (!item) return null;
    try {
      return String(((await this.vault.get(item)) as { text?: unknown }).text);
    } catch (error) {
      if (error instanceof NotInVault) return null;
      throw error;
    }
  }
}
