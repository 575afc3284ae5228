import { beforeEach, describe, expect, it } from '@jest/globals';
import { forgetIntents } from '../storage/keys';
import { once } from './intent';

const problem = (status: number) => ({ type: '', title: '', status, detail: 'x', traceId: '' });
const keyOf = async (wish: unknown, error?: unknown) => {
  let used = '';
  await once(wish, (key) => {
    used = key;
    return Promise.resolve({ error });
  });
  return used;
};

beforeEach(forgetIntents);

describe('the key of a wish', () => {
  it.each([0, 500, 502, 503, 504, 408, 429])(
    'stays the same where the answer was lost or broke (%i)',
    async (status) => {
      expect(await keyOf(['buy', 5], problem(status))).toBe(await keyOf(['buy', 5]));
    },
  );
  it.each([400, 403, 404, 409])('is another one once the server has answered (%i)', async (status) => {
    expect(await keyOf(['buy', 5], problem(status))).not.toBe(await keyOf(['buy', 5]));
  });
  it('is another one after success: the same wish once more is a second wish', async () => {
    expect(await keyOf(['buy', 5])).not.toBe(await keyOf(['buy', 5]));
  });
  it('belongs to this body and no other', async () => {
    expect(await keyOf(['buy', 5], problem(0))).not.toBe(await keyOf(['buy', 6], problem(0)));
  });
  it('outlives a reload of the tab, but nothing of what was wished stands in the storage', async () => {
    const key = await keyOf(['list', { name: 'Sample Court' }], problem(0));
    expect(Object.values({ ...sessionStorage })).toContain(key);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Sample');
  });
  it('of a secret wish is in memory alone', async () => {
    await once(['kyc', '123456789'], () => Promise.resolve({ error: problem(0) }), { secret: true });
    expect(Object.keys({ ...sessionStorage })).toEqual([]);
  });
});
