import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Refused } from '../../../../platform/domain/refused.js';
import { handleCommand } from '../../../../platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '../../../../platform/event-store/event-store.js';
import { toPosition, toSequence } from '../../../../platform/event-store/positions.js';
import { STORED_LOG, type StoredLog } from '../../../../platform/event-store/stored-log.js';
import { Causation } from '../../../../platform/sessions/causation.js';
import type { Session } from '../../../../platform/http/access.js';
import { AnchorBook } from '../../anchor-book.js';
import { anchorFold, anchorIdOf, orderAnchor } from '../../anchor.decider.js';

/** Has the head of the log written onto the ledger; while one is under way, that one is it. */
export class AnchorNow extends Command<{ anchorId: string }> {
  /** @param session who asks; null where it is the schedule */
  constructor(readonly session: Session | null) {
    super();
  }
}

@CommandHandler(AnchorNow)
export class AnchorNowHandler implements ICommandHandler<AnchorNow> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(STORED_LOG) private readonly stored: StoredLog,
    private readonly book: AnchorBook,
    private readonly causation: Causation,
  ) {}

  /** @throws Refused (conflict) where the log is empty */
  async execute({ session }: AnchorNow): Promise<{ anchorId: string }> {
    const underWay = (await this.book.all()).find(({ state }) => state.phase === 'open');
    if (underWay) return { anchorId: underWay.id };
    const position = toSequence(await this.store.head());
    if (position === 0) throw new Refused('conflict', 'Nothing has been recorded yet');
    const [last] = await this.stored.stored(toPosition(position - 1), 1);
    const head = { position, headHash: last!.hash.toString('hex') };
    const anchorId = anchorIdOf(head);
    const context = await this.causation.contextOf({ session });
    await handleCommand(this.store, anchorFold(anchorId), (state) => orderAnchor(head, state), context);
    return { anchorId };
  }
}
