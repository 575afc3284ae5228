import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { AnchorView } from '@tknest/contracts/api';
import { toPosition } from '#platform/event-store/positions.js';
import { AnchorBook, type AnchorEntry } from '../../anchor-book.js';

/** The anchors of the log, newest first. */
export class ListAnchors extends Query<AnchorView[]> {
  /** @param max how many of the newest */
  constructor(readonly max: number) {
    super();
  }
}

@QueryHandler(ListAnchors)
export class ListAnchorsHandler implements IQueryHandler<ListAnchors> {
  constructor(private readonly book: AnchorBook) {}

  async execute({ max }: ListAnchors): Promise<AnchorView[]> {
    return (await this.book.all()).slice(-max).map(viewOf).toReversed();
  }
}

const STATES = { none: 'pending', open: 'pending', anchored: 'anchored', failed: 'failed' } as const;

const viewOf = ({ id, at, state: { phase, position, headHash, steps } }: AnchorEntry): AnchorView => ({
  id,
  position: toPosition(position),
  hash: headHash,
  at: at.toISOString(),
  state: STATES[phase],
  txHash: steps.write?.hash ?? null,
  ledgerIndex: steps.write?.ledgerIndex ?? null,
});
