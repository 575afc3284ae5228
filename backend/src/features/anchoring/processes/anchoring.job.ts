import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Interval } from '@nestjs/schedule';
import { ANCHOR_EVERY_HOURS } from '@tknest/contracts/rules';
import { CLOCK, type Clock } from '../../../platform/clock/clock.js';
import { Jobs } from '../../../platform/consumers/jobs.js';
import { LedgerStartUp } from '../../tokens/tokens.public.js';
import { AnchorBook } from '../anchor-book.js';
import { AnchorNow } from '../use-cases/anchor-now/anchor-now.command.js';

const EVERY_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
const JOB = 'anchoring';

/** Once a day the head of the log goes onto the ledger, whether or not anybody asks for it. */
@Injectable()
export class AnchoringJob implements OnApplicationBootstrap {
  private readonly log = new Logger('Anchoring');

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly startUp: LedgerStartUp,
    private readonly book: AnchorBook,
    private readonly commands: CommandBus,
    private readonly jobs: Jobs,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.enlist(JOB);
  }

  @Interval(EVERY_MS)
  async tick(): Promise<void> {
    if (!this.startUp.ready) return;
    await this.jobs
      .once(JOB, () => this.look())
      .catch((error: unknown) => this.log.error({ err: error }, 'The log could not be anchored; retrying'));
  }

  /** Orders the next anchor where it is time. */
  async look(): Promise<void> {
    const newest = (await this.book.all()).at(-1);
    const due = newest === undefined ? 0 : newest.at.getTime() + ANCHOR_EVERY_HOURS * HOUR_MS;
    if (this.clock.now().getTime() >= due) await this.commands.execute(new AnchorNow(null));
  }
}
