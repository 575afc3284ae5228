import { describe, expect, it } from '@jest/globals';
import { pause } from '#test/event-store/adapter.js';
import { Lanes } from './lanes.js';

describe('lanes', () => {
  it('run the work of one lane in order and of different lanes side by side', async () => {
    const [order, running] = [[] as string[], new Set<string>()];
    let most = 0;
    const lanes = new Lanes(3, 100, () => {});
    for (let n = 0; n < 30; n++) {
      const lane = `lane-${n % 5}`;
      lanes.run(lane, async () => {
        expect(running.has(lane)).toBe(false);
        running.add(lane);
        most = Math.max(most, running.size);
        await pause((n * 7) % 4);
        running.delete(lane);
        order.push(`${lane}/${n}`);
      });
    }
    await lanes.idle();
    expect(most).toBe(3);
    for (const lane of ['lane-0', 'lane-3']) {
      const numbers = order.filter((entry) => entry.startsWith(lane)).map((entry) => Number(entry.split('/')[1]));
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    }
    expect(order).toHaveLength(30);
  });

  it('a stuck lane holds up nobody else', async () => {
    const lanes = new Lanes(2, 100, () => {});
    let free = () => {};
    const done: string[] = [];
    lanes.run('stuck', () => new Promise<void>((resolve) => (free = resolve)));
    for (let n = 0; n < 20; n++) lanes.run('stuck', async () => void done.push('stuck'));
    for (let n = 0; n < 5; n++) lanes.run(`other-${n}`, async () => void done.push('other'));
    await pause(10);
    expect(done).toEqual(Array(5).fill('other'));
    free();
    await lanes.idle();
    expect(done).toHaveLength(25);
  });

  it('take on no more than they may hold, and tell what failed', async () => {
    const failures: unknown[] = [];
    const lanes = new Lanes(1, 2, (error) => failures.push(error));
    lanes.run('a', () => pause(20));
    lanes.run('a', async () => {
      throw new Error('broken');
    });
    const began = Date.now();
    await lanes.room();
    expect(Date.now() - began).toBeGreaterThanOrEqual(15);
    await lanes.idle();
    expect(failures).toMatchObject([{ message: 'broken' }]);
  });
});
