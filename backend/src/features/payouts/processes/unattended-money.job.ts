import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold, caseIdOf, openCase, resolveCase } from '#features/operations-cases/rules.public.js';
import { LedgerStartUp } from '#features/platform-accounts/module.public.js';
import { answeredConflicts, moneyAdrift } from '#features/operations-cases/readers.public.js';
import { feesOfRuns, unclaimedBy, unexplainedLines } from '../readers.public.js';
import { heldUnasked } from './held-unasked.js';
import { unattended } from './unattended.js';

const EVERY_MS = 60_000;
/** An answer may just be moving the money, and the read model of unclaimed lines may be behind. */
const PATIENCE_MS = 600_000;
const JOB = 'unattended-money';
const AGREE = { resolution: 'settled', note: 'The money is accounted for again.' } as const;

/**
 * Opens the cases that are missing about money in an intermediate place, whatever ended the earlier case. Those about
 * money that nobody can claim are closed once it is accounted for.
 */
@Injectable()
export class UnattendedMoneyJob implements OnApplicationBootstrap {
  /** Since when each case is missing, by its id. */
  private missing = new Map<string, number>();

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
    private readonly recorder: Recorder,
    private readonly startUp: LedgerStartUp,
    @Inject(DataSource) private readonly db: DataSource,
  ) {}

  onApplicationBootstrap(): void {
    this.startUp.every(EVERY_MS, JOB, () => this.look(), 'Money in intermediate places could not be checked; retrying');
  }

  /** Opens the cases that are missing, and were missing for ten minutes; closes those whose finding is gone. */
  async look(): Promise<void> {
    const now = this.clock.now().getTime();
    const before = this.missing;
    this.missing = new Map();
    const { store, db } = this;
    const money = await unattended({
      store,
      claims: (purse) => unclaimedBy(purse, db),
      unexplained: () => unexplainedLines(db),
      feesOfRuns: () => feesOfRuns(db),
    });
    const adrift = new Set(money.map(caseIdOf));
    for (const id of await moneyAdrift(db))
      if (!adrift.has(id))
        await this.recorder.decide(caseFold(id), (state) =>
          state.status === 'open' ? resolveCase(id, AGREE, state) : [],
        );
    const held = await heldUnasked(store, await answeredConflicts(db));
    for (const found of [...money, ...held]) {
      const id = caseIdOf(found);
      const since = before.get(id) ?? now;
      if (now - since < PATIENCE_MS) this.missing.set(id, since);
      else await this.recorder.decide(caseFold(id), (state) => openCase(found, state));
    }
  }
}
