import { expect, it } from '@jest/globals';
import { load } from '../../../platform/event-store/folding.js';
import { context } from '../../../platform/event-store/testing/adapter.js';
import { handleCommand } from '../../../platform/event-store/decider.js';
import { caseFold, caseIdOf, resolveCase } from '../../cases/case.public.js';
import { concludeLines } from './conclusions.js';
import { OneLine } from './testing/one-line.js';
import { signWindow } from './window.js';

async function sign(one: OneLine): Promise<void> {
  const { lines, ...loaded } = await one.loaded();
  await signWindow(one.ports, loaded, lines, 0n);
}

/** Long after its time, the ledger says of what was signed what it is told to. */
async function conclude(one: OneLine): Promise<void> {
  one.ledgerIndex += 1_000;
  const { lines, ...loaded } = await one.loaded();
  await concludeLines(one.ports, loaded, lines, new Map());
}

it('what has expired is signed again on its own ticket', async () => {
  const one = await new OneLine().open();
  await sign(one);
  one.conclusion = { kind: 'absent', reason: 'expired' };
  await conclude(one);
  await sign(one);
  expect((await one.loaded()).line.open).toMatchObject({ hash: 'HASH2', ticket: 7 });
});

it('where somebody else used its ticket it is held, whatever is said of the case', async () => {
  const one = await new OneLine().open();
  await sign(one);
  one.conclusion = { kind: 'absent', reason: 'sequence-used' };
  await conclude(one);
  const caseId = caseIdOf({ kind: 'sequence-conflict', subject: 'HASH1' });
  const settled = { resolution: 'corrected', note: 'It was an AccountSet by hand' } as const;
  await handleCommand(one.store, caseFold(caseId), (state) => resolveCase(caseId, settled, state), context());
  for (let again = 0; again < 3; again++) await conclude(one);
  expect((await one.loaded()).line).toMatchObject({ state: 'submitted', open: { hash: 'HASH1', ticket: 7 } });
  expect((await load(one.store, caseFold(caseId))).state.status).toBe('open');
});
