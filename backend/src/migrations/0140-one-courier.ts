import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Processes that carried their own transactions, and the courier's names for their kinds. */
const CARRIED = [
  ['anchoring', 'anchor'],
  ['issuance', 'issuance'],
  ['redemption', 'redemption'],
] as const;

/**
 * One process carries all ledger transactions and takes over the timers. It reads the log of orders from the start,
 * where completed ones need nothing, so failed events of the earlier processes are handled again too.
 */
export class OneCourier0000000000140 implements MigrationInterface {
  name = 'OneCourier0000000000140';

  async up(runner: QueryRunner): Promise<void> {
    for (const [process, kind] of CARRIED) await handOver(runner, process, kind);
  }

  async down(): Promise<void> {
    // The previous program cannot read a log of this generation, so there is nothing to revert.
  }
}

/**
 * @param process the process that carried the kind until now; in its first round the courier finds whatever has no
 * timer
 */
export async function handOver(runner: QueryRunner, process: string, kind: string): Promise<void> {
  await runner.query(
    `update platform.timers set process = 'courier', key = $2 || '/' || key, claimed_until = null where process = $1`,
    [process, kind],
  );
  await runner.query('delete from platform.process_checkpoints where process = any($1)', [[process, 'courier']]);
  await runner.query('delete from platform.failed_events where consumer = $1', [`process:${process}`]);
}
