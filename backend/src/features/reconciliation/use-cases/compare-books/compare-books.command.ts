import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WorkerRequests } from '#platform/worker-requests/worker-requests.js';
import { Reconciler, RECONCILIATION_LEASE } from '../../reconciler.js';

/**
 * How long a call waits for a full comparison, in milliseconds. One that takes longer continues, and `running` shows
 * its progress.
 */
const FULL_WAIT_MS = 25_000;
const ANSWER_WITHIN_MS = 40_000;

/** Compares books and ledger now, either what is new or everything, or stops a full comparison. */
export class CompareBooks extends Command<void> {
  constructor(readonly what: 'new' | 'everything' | 'stop') {
    super();
  }
}

@CommandHandler(CompareBooks)
export class CompareBooksHandler implements ICommandHandler<CompareBooks> {
  constructor(
    private readonly reconciler: Reconciler,
    private readonly requests: WorkerRequests,
  ) {
    requests.carryOut('compare-books', ({ what }: Pick<CompareBooks, 'what'>) => this.compare(what));
  }

  /** @throws LedgerUnavailable, WorkerAway */
  async execute({ what }: CompareBooks): Promise<void> {
    await this.requests.ask('compare-books', { what }, { withinMs: ANSWER_WITHIN_MS, lease: RECONCILIATION_LEASE });
    await this.reconciler.caughtUp();
  }

  private async compare(what: CompareBooks['what']): Promise<void> {
    if (what === 'stop') return this.reconciler.stopFull();
    await this.reconciler.run();
    if (what === 'everything') await withinTime(this.reconciler.runFull());
    await this.reconciler.caughtUp();
  }
}

async function withinTime(run: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([run, new Promise<void>((resolve) => (timer = setTimeout(resolve, FULL_WAIT_MS)))]).finally(() =>
    clearTimeout(timer),
  );
  // Nobody waits for it any more; the next comparison will report the error again.
  run.catch(() => undefined);
}
