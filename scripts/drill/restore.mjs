// Takes a backup, moves more money, kills every process, and restores the backup. The ledger keeps what the log has
// lost: the platform has to find it there, and must not pay it again.
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { putBack, takeBaseBackup } from '../lib/base-backup.mjs';
import { ThrowawayProgram } from '../lib/throwaway-program.mjs';
import { paidTwice } from './ledger.mjs';
import { Story } from './story.mjs';

const SETTINGS = { DEMO_DATA: 'none', RATE_LIMITS: 'off' };

/**
 * @param say prints a line @param times how many backups are restored @throws if somebody was paid twice or
 * something does not finish
 */
export async function restore(say, times = 1) {
  const program = new ThrowawayProgram(SETTINGS);
  try {
    say('Starts the program in a folder of its own …');
    let story = new Story(await program.start());
    await story.signIn();
    for (let round = 1; round <= times; round++) story = await loseAndRestore(program, story, say);
  } finally {
    await program.remove();
  }
}

/** Takes and restores one backup. @returns the story on the restored program */
async function loseAndRestore(program, story, say) {
  const backup = path.join(program.dataDir, `backup-${Date.now()}`);
  const folder = program.databaseFolder();
  say('Sells tokens of three properties, opens two loans, and pays one of them off …');
  const properties = await story.prepare();
  await story.payOff(properties.redeemed);
  const known = await story.adopted();
  const lsn = await takeBaseBackup({ url: story.runtime.database, folder, target: backup });
  say(`Takes a backup (${lsn}) while the holders of that loan are being paid.`);
  await story.monthPasses(properties);
  await story.buy(properties.open);
  const before = await story.ledger();
  say('Continues: redeems their tokens, collects and pays out a month, and buys tokens.');

  await program.powerCut();
  putBack({ backup, folder });
  say('Kills every process, restores the backup, and starts again.');
  const restored = new Story(await program.start());
  await restored.signIn();
  for (const line of await restored.answerCases()) say(line);
  await restored.monthPasses(properties);
  for (const line of await restored.comesToRest()) say(line);
  for (const line of (await restored.adopted()).slice(known.length)) say(line);
  expectNobodyPaidTwice(before, await restored.ledger(), say);
  return restored;
}

function expectNobodyPaidTwice(before, after, say) {
  const twice = paidTwice(after.settled);
  if (twice.length > 0) throw new Error(`Paid twice: ${twice.join(', ')}`);
  if (!isDeepStrictEqual(before.holdings, after.holdings))
    throw new Error(`Holders have ${JSON.stringify(after.holdings)} and had ${JSON.stringify(before.holdings)}`);
  say(`Nobody was paid twice: ${after.settled.length} transactions of the platform, each for a different purpose.`);
}
