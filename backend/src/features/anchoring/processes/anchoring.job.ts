import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { EVENT_STORE, type EventStore, type StreamWrite } from '#platform/event-store/event-store.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { closing, opening } from '#features/operations-cases/rules.public.js';
import { LedgerStartUp } from '#features/platform-accounts/module.public.js';
import { AnchorAge } from '../anchor-age.js';
import { AnchorBook } from '../anchor-book.js';
import { dueAt } from '../anchor-schedule.js';
import { OrderAnchor } from './order-anchor.js';

const EVERY_MS = 60_000;
const JOB = 'anchoring';
/** What the log is compared with before there is an anchor. */
const NONE = 'none';
/** How many of the newest anchors are checked again: fewer are made between two ticks. */
const FOLLOWED = 3;
const ANCHORED = { resolution: 'corrected', note: 'The log was anchored again.' } as const;

/** Anchors the log on the ledger while it grows, whether or not anybody asks for it. */
@Injectable()
export class AnchoringJob implements OnApplicationBootstrap {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'anchorEveryMinutes'>,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly startUp: LedgerStartUp,
    private readonly book: AnchorBook,
    private readonly age: AnchorAge,
    private readonly orders: OrderAnchor,
    private readonly recorder: Recorder,
  ) {}

  onApplicationBootstrap(): void {
    this.startUp.every(EVERY_MS, JOB, () => this.look(), 'The log could not be anchored; retrying');
  }

  /** Orders the next anchor if it is due and the log has grown, and opens a case if it is late. */
  async look(): Promise<void> {
    await this.tellWhereLate();
    if (this.clock.now().getTime() < dueAt(await this.book.all(), this.config.anchorEveryMinutes)) return;
    if (await this.age.hasGrown()) await this.orders.order({ session: null });
  }

  /** One case per late anchor: it opens when no newer anchor follows in time, and closes once one does. */
  private async tellWhereLate(): Promise<void> {
    const anchored = (await this.book.all()).filter(({ state }) => state.phase === 'anchored').map(({ id }) => id);
    const followed = [NONE, ...anchored].slice(0, -1).slice(-FOLLOWED);
    for (const subject of followed) await this.write(closing(this.store, { kind: 'anchor-late', subject }, ANCHORED));
    const problem = await this.age.problem();
    if (problem === null) return;
    const summary = `${problem}. Anyone with access to the database could change the events recorded since then without a trace.`;
    await this.write(opening(this.store, { kind: 'anchor-late', subject: anchored.at(-1) ?? NONE, summary }));
  }

  private async write(about: Promise<StreamWrite[]>): Promise<void> {
    const writes = await about;
    if (writes.length > 0) await this.recorder.appendMany(writes);
  }
}
