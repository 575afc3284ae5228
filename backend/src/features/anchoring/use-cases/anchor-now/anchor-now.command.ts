import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Refused } from '#platform/domain/refused.js';
import { EVENT_STORE, START, type EventStore } from '#platform/event-store/event-store.js';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Recorder } from '#platform/sessions/recorder.js';
import type { Session } from '#platform/sessions/session.js';
import { Checkpoints } from '#features/transparency/module.public.js';
import { AnchorBook } from '../../anchor-book.js';
import { underWay } from '../../anchor-schedule.js';
import { anchorFold, anchorIdOf, orderAnchor, type LogHead } from '../../anchor.decider.js';
import { ProvenLog } from '../../proven-log.js';

/** Orders an anchor of the log's head. While an anchor is in progress, returns that one. */
export class AnchorNow extends Command<{ anchorId: string }> {
  /** @param session the caller's; null for the schedule */
  constructor(readonly session: Session | null) {
    super();
  }
}

@CommandHandler(AnchorNow)
export class AnchorNowHandler implements ICommandHandler<AnchorNow> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Pick<Config, 'anchorEveryMinutes'>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly proven: ProvenLog,
    private readonly checkpoints: Checkpoints,
    private readonly book: AnchorBook,
    private readonly recorder: Recorder,
  ) {}

  /** @throws Refused (conflict) if the log is empty, LogIsNotAnchored, LedgerUnavailable */
  async execute({ session }: AnchorNow): Promise<{ anchorId: string }> {
    const open = underWay(await this.book.all(), this.config.anchorEveryMinutes, this.clock.now());
    if (open) return { anchorId: open.id };
    if ((await this.store.head()) === START) throw new Refused('conflict', 'Nothing has been recorded yet');
    await this.proven.prove();
    const { size, root, head: seal } = await this.checkpoints.sign();
    const key = await this.checkpoints.keyDigest();
    const head: LogHead = { position: size, headHash: seal.toString('hex'), root: root.toString('hex'), key };
    const anchorId = anchorIdOf(head);
    await this.recorder.decide(anchorFold(anchorId), (state) => orderAnchor(head, state), { session });
    return { anchorId };
  }
}
