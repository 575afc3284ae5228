import { Inject, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold, caseIdOf, keepCase } from '#features/operations-cases/rules.public.js';
import { SecondNode, type Waiting } from './second-node.js';

const EVERY_MS = 60_000;
const PATIENCE_MS = 30 * 60_000;
const CONFIRMED = { resolution: 'corrected', note: 'A second node shows the money.' } as const;

/**
 * Opens a case for a credit that no second node confirms, after half an hour, and closes it once one does. Only the
 * process that signs knows what waits, so each reports its own.
 */
@Injectable()
export class SecondNodeWatch {
  private readonly log = new Logger('SecondNode');

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SecondNode) private readonly second: Pick<SecondNode, 'waiting' | 'ended'>,
    private readonly recorder: Recorder,
  ) {}

  @Interval(EVERY_MS)
  async look(): Promise<void> {
    const before = this.clock.now().getTime() - PATIENCE_MS;
    try {
      for (const name of this.second.ended) {
        await this.report(name, null);
        this.second.ended.delete(name);
      }
      for (const [name, waiting] of this.second.waiting)
        if (waiting.since.getTime() <= before) await this.report(name, waiting);
    } catch (error) {
      this.log.error({ err: error }, 'Unconfirmed credits could not be reported');
    }
  }

  private async report(name: string, waiting: Waiting | null): Promise<void> {
    const about = { kind: 'credit-unconfirmed', subject: name } as const;
    const what = waiting?.isRun
      ? `all that the account of the payout run ${name} should hold, so nothing of the run is signed. `
      : `transaction ${name}, so nothing is signed for it. `;
    const summary =
      `No ledger node of a second operator shows ${what}` +
      'Check the nodes in XRPL_URL; if one of them is gone, replace it, or let two people go on with one node.';
    await this.recorder.decide(caseFold(caseIdOf(about)), (state) =>
      keepCase({ ...about, summary }, waiting !== null, CONFIRMED, state),
    );
  }
}
