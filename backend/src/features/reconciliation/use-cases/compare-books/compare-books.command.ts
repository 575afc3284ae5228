import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Reconciler } from '../../reconciler.js';

/**
 * How long a call waits for a comparison of everything; one that takes longer goes on, and `running` tells how far it
 * is.
 */
const FULL_WAIT_MS = 25_000;

/** Compares books and ledger at once: what is new, or everything; or ends a comparison of everything. */
export class CompareBooks extends Command<void> {
  constructor(readonly what: 'new' | 'everything' | 'stop') {
    super();
  }
}

@CommandHandler(CompareBooks)
export class CompareBooksHandler implements ICommandHandler<CompareBooks> {
  constructor(private readonly reconciler: Reconciler) {}

  /** @throws LedgerUnavailable */
  async execute({ what }: CompareBooks): Promise<void> {
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
  // Nobody waits for it any more; the next comparison says it again.
  run.catch(() => undefined);
}
