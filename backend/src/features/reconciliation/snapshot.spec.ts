import { describe, expect, it } from '@jest/globals';
import { Snapshot } from './snapshot.js';

describe('a snapshot of books and ledger', () => {
  let now = 0;
  let made = 0;
  const snapshot = (tookMs: number) =>
    new Snapshot(
      async () => {
        now += tookMs;
        return ++made;
      },
      2_000,
      () => now,
    );

  it('is made once in a while, however often it is asked for: no linear work per request', async () => {
    [now, made] = [0, 0];
    const balances = snapshot(10);
    expect(await Promise.all(Array.from({ length: 50 }, () => balances.recent()))).toEqual(Array(50).fill(1));
    now += 1_900;
    expect(await balances.recent()).toBe(1);
    now += 200;
    expect(await balances.recent()).toBe(2);
  });

  it('is made less often the longer it takes', async () => {
    [now, made] = [0, 0];
    const balances = snapshot(3_000);
    await balances.recent();
    now += 14_000;
    expect(await balances.recent()).toBe(1);
    now += 2_000;
    expect(await balances.recent()).toBe(2);
  });

  it('is new after a comparison, also while another is being made', async () => {
    [now, made] = [0, 0];
    const balances = snapshot(10);
    const under = balances.recent();
    expect(await balances.fresh()).toBe(2);
    expect(await under).toBe(1);
    expect(await balances.recent()).toBe(2);
  });

  it('that could not be made is tried again by the next', async () => {
    let fails = true;
    const balances = new Snapshot(async () => {
      if (fails) throw new Error('away');
      return 'here';
    }, 2_000);
    await expect(balances.recent()).rejects.toThrow('away');
    fails = false;
    expect(await balances.recent()).toBe('here');
  });
});
