import { describe, expect } from '@jest/globals';
import { whereAlone } from '../backend/test/support/how-much.js';
import type { Person } from '../scripts/lib/platform-client.mjs';
import { Program } from './support/program.js';
import { ProgramInRoles } from './support/program-in-roles.js';
import { SHORT_LIST } from './support/short-list.js';

const PURCHASES = 12;
/** Highest ratio of a purchase's time with two web and two worker processes to that with one process. */
const SLOWER_MAX = 1.1;

/** Median milliseconds from the order to the last validated leg. */
async function measured(program: Program): Promise<number> {
  await program.start();
  try {
    await program.sandbox.post('/control/ledger', { closeEveryMs: 100 });
    const landlord = await program.personOf('landlord').signIn('landlord');
    await landlord.verify('landlord');
    const { id } = await landlord.list({ monthlyRent: 100_000, fundingGoal: 1_000_000, tokenCount: 10_000 });
    const buyer = await program.personOf('investor').signIn('investor');
    await buyer.verify('investor');
    // The first purchase also needs a trust line.
    await completed(buyer, id);
    const taken: number[] = [];
    for (let n = 0; n < PURCHASES; n++) {
      const began = performance.now();
      await completed(buyer, id);
      taken.push(performance.now() - began);
    }
    return taken.sort((a, b) => a - b)[PURCHASES / 2]!;
  } finally {
    await program.remove();
  }
}

async function completed(buyer: Person, propertyId: number): Promise<void> {
  expect(await buyer.buy(propertyId, 1)).toMatchObject({ status: 'completed', feeStatus: 'paid' });
}

describe('a purchase with two of each', () => {
  whereAlone(
    `takes at most ${SLOWER_MAX} times what it takes with one process`,
    async () => {
      const one = await measured(new Program(SHORT_LIST));
      const four = await measured(new ProgramInRoles({ webs: 2, workers: 2 }, SHORT_LIST));
      console.log(`A purchase: ${one.toFixed(0)} ms with one process, ${four.toFixed(0)} ms with two of each`);
      expect(four).toBeLessThanOrEqual(SLOWER_MAX * one);
    },
    600_000,
  );
});
