import { describe, expect, it } from '@jest/globals';
import { WalletQuestions, type Asked } from './wallet-questions.js';

const T0 = Date.parse('2026-11-22T10:00:00Z');
const world = () => {
  let now = T0;
  const questions = new WalletQuestions({ now: () => new Date(now), sleep: async () => undefined });
  return { questions, pass: (ms: number) => void (now += ms) };
};
const ask = (questions: WalletQuestions, asked: Asked) => questions.askForVisitor(asked, async () => true);
/** For how many of 500 payments the wallet app is asked. */
const takeMany = async (questions: WalletQuestions) =>
  (await Promise.all(Array.from({ length: 500 }, (_, i) => questions.take(request(`p${i}`))))).filter(Boolean).length;
const request = (name = 'a'): Asked => ({ payloadUuid: name, createdAt: T0, expiresAt: T0 + 600_000 });

describe('the wallet app is asked by the age of the request alone, whatever ledgers close', () => {
  it('200 ledgers within ten minutes cause a few questions, not 200', async () => {
    const { questions, pass } = world();
    let asked = 0;
    for (let ledger = 0; ledger < 200; ledger++) {
      if (await questions.take(request())) asked++;
      pass(3_000);
    }
    // Every 3 s for half a minute, every 10 s until two minutes, every 30 s after that.
    expect(asked).toBeLessThanOrEqual(10 + 9 + 16);
    expect(asked).toBeGreaterThan(20);
  });
  it('a lost webhook is made good within a minute at any age', async () => {
    for (const age of [0, 60_000, 300_000]) {
      const { questions, pass } = world();
      pass(age);
      await questions.take(request());
      pass(60_000);
      expect(await questions.take(request())).toBe(true);
    }
  });
  it('all payments of the process share one budget of 40 questions a minute', async () => {
    const { questions, pass } = world();
    pass(10_000);
    const asked = await takeMany(questions);
    expect(asked).toBe(40);
    pass(30_000);
    const later = await takeMany(questions);
    expect(later).toBe(20);
  });
  it('what other instances have asked is counted too, and this process asks that no more often than it may', async () => {
    let left = 3;
    let looked = 0;
    const shared = { takeQuestion: async () => (looked++, left-- > 0) };
    const questions = new WalletQuestions({ now: () => new Date(T0 + 10_000), sleep: async () => undefined }, shared);
    expect(await takeMany(questions)).toBe(3);
    expect(looked).toBe(40);
    left = 1;
    const answers = [ask(questions, request('v1')), ask(questions, request('v1')), ask(questions, request('v2'))];
    expect(await Promise.all(answers)).toEqual([true, null, null]);
  });
  it('the last moment of a request is always looked at', async () => {
    const { questions, pass } = world();
    pass(599_000);
    expect(await questions.take(request())).toBe(true);
    expect(await questions.take(request())).toBe(false);
    pass(1_000);
    expect(await questions.take(request())).toBe(true);
  });
  it('what no money waits for has 20 of its own, and neither uses up the other’s, however often it asks', async () => {
    const { questions, pass } = world();
    pass(10_000);
    await takeMany(questions);
    const visitors = Array.from({ length: 500 }, (_, i) => ask(questions, request(`v${i}`)));
    expect((await Promise.all(visitors)).filter(Boolean)).toHaveLength(20);
    const other = world();
    other.pass(10_000);
    for (let i = 0; i < 500; i++) await ask(other.questions, request(`v${i}`));
    expect(await takeMany(other.questions)).toBe(40);
  });
  it('one sign-in that is asked about all the time causes a question in some seconds, also after its end', async () => {
    const { questions, pass } = world();
    for (const minute of [0, 11]) {
      pass(minute * 60_000);
      let asked = 0;
      for (let ms = 0; ms < 10_000; ms += 100) {
        if (await ask(questions, request())) asked++;
        pass(100);
      }
      expect(asked).toBe(minute ? 4 : 3);
    }
  });
  it('what the wallet app has said to be answered is asked about at once, until it could be', async () => {
    const { questions } = world();
    questions.hear('a');
    const away = () => Promise.reject(new Error('away'));
    await expect(questions.askForVisitor(request(), away)).rejects.toThrow('away');
    expect([await ask(questions, request()), await ask(questions, request())]).toEqual([true, null]);
  });
  it('what it says of others, however many, makes nobody ask', async () => {
    const { questions } = world();
    for (let i = 0; i < 20_000; i++) questions.hear(`other ${i}`);
    expect(await ask(questions, request())).toBeNull();
  });
});
