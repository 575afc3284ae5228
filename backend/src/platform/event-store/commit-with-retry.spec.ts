import { describe, expect, it } from '@jest/globals';
import { CommitContended, commitWithRetry } from './commit-with-retry.js';

const standing = { now: () => new Date(0), sleep: async () => undefined };
const isShared = (stream: string) => stream === 'shared';

describe('a commit that others are faster than', () => {
  it('is decided again while a shared stream moved, and not where its own did', async () => {
    let tried = 0;
    const third = async () => (++tried < 3 ? { done: false as const, moved: 'shared' } : { done: true as const });
    expect(await commitWithRetry(standing, { tries: 5, deadlineMs: 10 }, third, isShared)).toBe(true);
    const own = async () => ({ done: false as const, moved: 'own' });
    expect(await commitWithRetry(standing, { tries: 5, deadlineMs: 10 }, own, isShared)).toBe(false);
    expect(await commitWithRetry(standing, { tries: 5, deadlineMs: 10 }, async () => null, isShared)).toBe(false);
  });
  it('ends with an error when its limit is reached, by number where the clock stands still, and never in silence', async () => {
    let tried = 0;
    const never = async () => (tried++, { done: false as const, moved: 'shared' });
    const limits = { tries: 30, deadlineMs: 10 };
    await expect(commitWithRetry(standing, limits, never, isShared)).rejects.toThrow(CommitContended);
    expect(tried).toBe(30);
    let now = 0;
    const running = { now: () => new Date((now += 6)), sleep: async () => undefined };
    await expect(commitWithRetry(running, limits, never, isShared)).rejects.toThrow('shared changed at every attempt');
    expect(tried).toBe(32);
  });
});
