import { Inject, Injectable } from '@nestjs/common';
import { handleCommandAcross, type CommandContext } from '#platform/event-store/decider.js';
import { EVENT_STORE, START, type EventStore, type Position } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import { DataSource } from 'typeorm';
import { batchFold } from './runs/batch.state.js';
import { noSuchRun, reopenLines, type Reopened } from './runs/run.control.js';
import { runFold } from './runs/run.state.js';

interface Unclaimed {
  run_id: string;
  batch: string;
  wallet: string;
}

/** Reopens unclaimed lines, so that they are retried. */
@Injectable()
export class Reopening {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DataSource) private readonly db: DataSource,
  ) {}

  /** All unclaimed lines of a run, except those that compliance holds. @throws Refused while the run is paying */
  async ofRun(runId: string, reason: string, context: CommandContext): Promise<Position> {
    const { state } = await load(this.store, runFold(runId));
    if (!state.exists) throw noSuchRun();
    const rows: Unclaimed[] = await this.db.query(
      `select distinct run_id, batch from payout_lines where run_id = $1 and status = 'unclaimed' order by batch`,
      [runId],
    );
    let last = START;
    // A run that cannot be reopened is refused even if the read model has no unclaimed lines yet.
    for (const batch of rows.length > 0 ? rows.map((row) => row.batch) : ['0']) {
      const position = await this.ofBatch(runId, batch, { wallets: null, released: false, reason }, context);
      if (position > last) last = position;
    }
    return last;
  }

  /** The lines of a wallet that compliance held and has now released. */
  async released(wallet: string, reason: string, context: CommandContext): Promise<void> {
    const rows: Unclaimed[] = await this.db.query(
      `select run_id, batch, wallet from payout_lines where wallet = $1 and status = 'unclaimed' and reason = 'compliance'`,
      [wallet],
    );
    for (const { run_id: runId, batch } of rows)
      await this.ofBatch(runId, batch, { wallets: [wallet], released: true, reason }, context);
  }

  /** @throws Refused while the run is paying */
  async ofBatch(runId: string, batch: string, which: Reopened, context: CommandContext): Promise<Position> {
    const { commandId } = context.metadata;
    const metadata = { ...context.metadata, commandId: uuidv5(`${commandId}/${runId}/${batch}`) };
    const streams = { run: runFold(runId), batch: batchFold(runId, batch) };
    const { position } = await handleCommandAcross(this.store, streams, (states) => reopenLines(which, states), {
      ...context,
      metadata,
    });
    return position;
  }
}
