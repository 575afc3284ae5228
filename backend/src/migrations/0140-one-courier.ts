import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Processes that carried transactions of their own, and what the courier calls their kind. */
const CARRIED = [
  ['anchoring', 'anchor'],
  ['issuance', 'issuance'],
  ['redemption', 'redemption'],
] as const;

/**
 * One process carries all ledger transactions: timers go over to it. It reads the log of orders from the start, where
 * what is done already needs nothing, so what was set aside of the processes before comes again too.
 */
export class OneCourier0000000000140 implements MigrationInterface {
  name = 'OneCourier0000000000140';

  async up(runner: QueryRunner): Promise<void> {
    for (const [process, kind] of CARRIED) await handOver(runner, process, kind);
  }

  async down(): Promise<void> {
    // A log of this generation is not read by the program before: there is nothing to give back.
  }
}

/** @param process that carried the kind until now; at its first look the courier finds whatever has no timer */
export async function handOver(runner: QueryRunner, process: string, kind: string): Promise<void> {
  await runner.query(
    `update platform.timers set process = 'courier', key = $2 || '/' || key, claimed_until = null where process = $1`,
    [process, kind],
  );
  await runner.query('delete from platform.process_checkpoints where process = any($1)', [[process, 'courier']]);
  await runner.query('delete from platform.parked_events where consumer = $1', [`process:${process}`]);
}
