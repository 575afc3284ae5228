import { describe, expect, it } from '@jest/globals';
import type { Unpayable } from '@tknest/contracts/events';
import type { BatchState } from './batch.state.js';
import { reopenLines } from './run.control.js';
import type { RunState } from './run.state.js';

const run = { exists: true, phase: 'completed', runId: 'run-1' } as unknown as RunState;
const batchWith = (unpayable: Unpayable | null, state = 'unclaimed') =>
  ({ batch: '0', lines: new Map([['rA', { wallet: 'rA', state, unpayable }]]) }) as unknown as BatchState;
const tried = (unpayable: Unpayable, asked: { released?: boolean; automatic?: boolean }) =>
  reopenLines({ wallets: ['rA'], released: false, reason: 'r', ...asked }, { run, batch: batchWith(unpayable) }).batch;

describe('a line that a read model says may be tried again', () => {
  it.each<[Unpayable, boolean]>([
    ['unexplained', false],
    ['unexplained', true],
    ['held', false],
    ['held', true],
    ['compliance', false],
  ])('is not where the log says %s (released: %s)', (unpayable, released) =>
    expect(tried(unpayable, { released, automatic: true })).toEqual([]),
  );
  it.each(['waiting', 'submitted', 'settled', 'returned'])('is not where the log says that it is %s', (state) => {
    const asked = { wallets: null, released: false, reason: 'r' };
    expect(reopenLines(asked, { run, batch: batchWith(null, state) })).toEqual({ run: [], batch: [] });
  });
  it('is where the log says that the wallet could not be paid', () =>
    expect(tried('no-line', { automatic: true })).toHaveLength(1));
  it('is tried by a person where nobody can explain it', () => expect(tried('unexplained', {})).toHaveLength(1));
});
