import { describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { COSTLY, CostlyWork } from './costly-work.js';

/** Work that ends when it is told to. */
function started(costly: CostlyWork) {
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const begin = (wallet: string, name: string) =>
    costly.run(wallet, () => {
      order.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    });
  const next = async () => {
    ends.shift()!();
    await sleep(0);
  };
  return { order, begin, next };
}

describe('costly work', () => {
  it('is done one piece at a time, and wallets take turns', async () => {
    const { order, begin, next } = started(new CostlyWork());
    const all = [
      ...[1, 2, 3, 4].map((n) => begin('rFlood', `flood ${n}`)),
      begin('rOther', 'other 1'),
      begin('rThird', 'third 1'),
      begin('rOther', 'other 2'),
    ];
    expect(order).toEqual(['flood 1']);
    for (let done = 0; done < all.length; done++) await next();
    expect(order).toEqual(['flood 1', 'flood 2', 'other 1', 'third 1', 'flood 3', 'other 2', 'flood 4']);
    expect(await Promise.all(all)).toHaveLength(7);
  });

  it('is refused beyond its limits, saying when to come again, and nobody else is', async () => {
    const { begin, next } = started(new CostlyWork());
    const own = Array.from({ length: COSTLY.ofOne + 1 }, (_, n) => begin('rFlood', `${n}`));
    await expect(begin('rFlood', 'more')).rejects.toMatchObject({
      reason: 'unavailable',
      extra: { retryAfterSeconds: COSTLY.retryAfterSeconds },
    });
    const others = Array.from({ length: COSTLY.ofAll - COSTLY.ofOne }, (_, n) => begin(`r${n}`, 'one'));
    await expect(begin('rLate', 'late')).rejects.toMatchObject({ reason: 'unavailable' });
    for (const _ of [...own, ...others]) await next();
    expect(await Promise.all([...own, ...others])).toHaveLength(COSTLY.ofAll + 1);
  });

  it('goes on after a failure', async () => {
    const costly = new CostlyWork();
    const failing = costly.run('rOne', () => Promise.reject(new Error('broken file')));
    const after = costly.run('rTwo', async () => 'done');
    await expect(failing).rejects.toThrow('broken file');
    expect(await after).toBe('done');
  });
});
