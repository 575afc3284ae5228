import { describe, expect, it } from '@jest/globals';
import { inTurn } from './in-turn.js';

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe('work that takes its turn', () => {
  it('runs one at a time for a key, in the order of asking, and side by side for others', async () => {
    const scope = {};
    const told: string[] = [];
    const work = (name: string, ms: number) => async () => {
      told.push(`${name} begins`);
      await pause(ms);
      told.push(`${name} ends`);
    };
    await Promise.all([
      inTurn(scope, ['listing'], work('first', 20)),
      inTurn(scope, ['listing'], work('second', 1)),
      inTurn(scope, ['another'], work('other', 1)),
    ]);
    expect(told.filter((line) => !line.startsWith('other'))).toEqual([
      'first begins',
      'first ends',
      'second begins',
      'second ends',
    ]);
    expect(told.indexOf('other ends')).toBeLessThan(told.indexOf('first ends'));
  });

  it('goes on after work that failed, and nobody waits in a circle', async () => {
    const scope = {};
    const failing = inTurn(scope, ['a', 'b'], () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    const both = await Promise.all(
      Array.from({ length: 20 }, (_, i) => inTurn(scope, i % 2 ? ['a', 'b'] : ['b', 'a'], async () => i)),
    );
    expect(both).toHaveLength(20);
  });
});
