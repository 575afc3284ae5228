import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold, caseIdOf, keepCase } from '#features/operations-cases/rules.public.js';
import { SecondNode } from './second-node.js';
import { LedgerStartUp } from './start-up.js';

const EVERY_MS = 60_000;
const PATIENCE_MS = 30 * 60_000;
const JOB = 'second-node';
const CONFIRMED = { resolution: 'corrected', note: 'A second node shows the money.' } as const;

/** Opens a case for a credit that no second node confirms, after half an hour, and closes it once one does. */
@Injectable()
export class SecondNodeWatch implements OnApplicationBootstrap {
  private readonly log = new Logger('SecondNode');
  private reported = new Set<string>();

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SecondNode) private readonly second: Pick<SecondNode, 'waiting'>,
    private readonly recorder: Recorder,
    private readonly startUp: LedgerStartUp,
  ) {}

  onApplicationBootstrap(): void {
    this.startUp.every(
      EVERY_MS,
      JOB,
      () => this.look(),
      (error) => this.log.error({ err: error }, 'Unconfirmed credits could not be reported'),
    );
  }

  async look(): Promise<void> {
    const before = this.clock.now().getTime() - PATIENCE_MS;
    const late = [...this.second.waiting].filter(([, since]) => since.getTime() <= before).map(([name]) => name);
    for (const name of new Set(['escrow', ...this.reported, ...late])) await this.report(name, late.includes(name));
    this.reported = new Set(late);
  }

  private async report(name: string, isLate: boolean): Promise<void> {
    const about = { kind: 'credit-unconfirmed', subject: name } as const;
    const what = name === 'escrow' ? 'all that the payout escrow should hold' : `transaction ${name}`;
    const summary =
      `No ledger node of a second operator shows ${what}, so nothing is signed for it. ` +
      'Check the nodes in XRPL_URL; if one of them is gone, replace it.';
    await this.recorder.decide(caseFold(caseIdOf(about)), (state) =>
      keepCase({ ...about, summary }, isLate, CONFIRMED, state),
    );
  }
}
