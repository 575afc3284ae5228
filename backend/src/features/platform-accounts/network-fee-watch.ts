import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { LEDGER, type LedgerPort } from '#platform/ledger/ledger-port.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold, caseIdOf, keepCase } from '#features/operations-cases/rules.public.js';
import { LedgerStartUp } from './start-up.js';

const EVERY_MS = 10_000;
/** A high fee is reported only if it lasts this long; shorter peaks end with the next ledgers. */
const PATIENCE_MS = 60_000;
const JOB = 'network-fee';
const ABOUT = { kind: 'network-fee-high', subject: 'platform' } as const;
const FALLEN = { resolution: 'corrected', note: 'The network fee has fallen below the limit.' } as const;

/** Opens a case while transactions wait because of `MAX_NETWORK_FEE_DROPS`, and closes it when the fee has fallen. */
@Injectable()
export class NetworkFeeWatch implements OnApplicationBootstrap {
  private highSince: number | null = null;

  constructor(
    @Inject(LEDGER) private readonly ledger: Pick<LedgerPort, 'fee'>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'maxNetworkFeeDrops'>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly recorder: Recorder,
    private readonly startUp: LedgerStartUp,
  ) {}

  onApplicationBootstrap(): void {
    this.startUp.every(EVERY_MS, JOB, () => this.look(), 'The network fee could not be checked');
  }

  /** @throws LedgerUnavailable */
  async look(): Promise<void> {
    const [fee, limit, now] = [await this.ledger.fee(), this.config.maxNetworkFeeDrops, this.clock.now().getTime()];
    this.highSince = fee > limit ? (this.highSince ?? now) : null;
    const isHigh = this.highSince !== null && now - this.highSince >= PATIENCE_MS;
    if (this.highSince !== null && !isHigh) return;
    const summary =
      `The network fee is ${fee} drops, above the limit of ${limit} (MAX_NETWORK_FEE_DROPS). ` +
      'Platform transactions wait until it falls.';
    const details = { drops: Number(fee), limit: Number(limit) };
    await this.recorder.decide(caseFold(caseIdOf(ABOUT)), (state) =>
      keepCase({ ...ABOUT, summary, details }, isHigh, FALLEN, state),
    );
  }
}
