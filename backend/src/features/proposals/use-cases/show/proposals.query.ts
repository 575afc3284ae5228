import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PageQuery, ProposalView } from '@tknest/contracts/api';
import { DataSource } from 'typeorm';
import { pageOf, type PageOf } from '../../../../platform/http/paging.js';
import { NotInVault, VaultService } from '../../../../platform/vault/vault.service.js';
import { Proposal } from '../../read-models/proposals/proposal.entity.js';

/** Proposals, newest first, a page at a time. */
export class ListProposals extends Query<PageOf<ProposalView>> {
  constructor(readonly asked: PageQuery) {
    super();
  }
}

@QueryHandler(ListProposals)
export class ListProposalsHandler implements IQueryHandler<ListProposals> {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    private readonly vault: VaultService,
  ) {}

  /** @throws Refused where limit or cursor make no sense */
  async execute({ asked }: ListProposals): Promise<PageOf<ProposalView>> {
    const { limit, offset } = pageOf(asked);
    const order = { at: 'DESC', id: 'ASC' } as const;
    const rows = await this.db.getRepository(Proposal).find({ order, skip: offset, take: limit + 1 });
    const shown = await Promise.all(rows.slice(0, limit).map((row) => this.viewOf(row)));
    return { rows: shown, next: rows.length > limit ? offset + limit : null };
  }

  private async viewOf({ reasonItem, noteItem, ...row }: Proposal): Promise<ProposalView> {
    return { ...row, note: await this.textOf(noteItem), reason: await this.textOf(reasonItem) };
  }

  /** Null where there is none, or the person whom it named was erased. */
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
