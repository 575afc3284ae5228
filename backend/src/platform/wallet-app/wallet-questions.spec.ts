import { describe, expect, it } from '@jest/globals';
import { WalletQuestions, type Asked } from './wallet-questions.js';

const T0 = Date.parse('2026-11-22T10:00:00Z');
const world = () => {
  let now = T0;
  const questions = new WalletQuestions({ now: () => new Date(now), sleep: async () => undefined });
  return { questions, pass: (ms: number) => void (now += ms) };
};
const request = (name = 'a'): Asked => ({ payloadUuid: name, createdAt: T0, expiresAt: T0 + 600_000 });

describe('the wallet app is asked by the age of the request alone, whatever ledgers close', () => {
  it('200 ledgers within ten minutes cause a few questions, not 200', () => {
    const { questions, pass } = world();
    let asked = 0;
    for (let ledger = 0; ledger < 200; ledger++) {
      if (questions.take(request())) asked++;
      pass(3_000);
    }
    // Every 3 s for half a minute, every 10 s until two minutes, every 30 s after that.
    expect(asked).toBeLessThanOrEqual(10 + 9 + 16);
    expect(asked).toBeGreaterThan(20);
  });
  it('a lost webhook is made good within a minute at any age', () => {
    for (const age of [0, 60_000, 300_000]) {
      const { questions, pass } = world();
      pass(age);
      questions.take(request());
      pass(60_000);
      expect(questions.take(request())).toBe(true);
    }
  });
  it('all payments of the process share one budget of 60 questions a minute', () => {
    const { questions, pass } = world();
    pass(10_000);
    const asked = Array.from({ length: 500 }, (_, i) => questions.take(request(String(i)))).filter(Boolean);
    expect(asked).toHaveLength(60);
    pass(30_000);
    const later = Array.from({ length: 500 }, (_, i) => questions.take(request(String(i)))).filter(Boolean);
    expect(later).toHaveLength(30);
  });
  it('the last moment of a request is always looked at', () => {
    const { questions, pass } = world();
    pass(599_000);
    expect(questions.take(request())).toBe(true);
    expect(questions.take(request())).toBe(false);
    pass(1_000);
    expect(questions.take(request())).toBe(true);
  });
  it('what no money waits for leaves it half of the budget, however often strangers ask', () => {
    const { questions, pass } = world();
    pass(10_000);
    const visitors = Array.from({ length: 500 }, (_, i) => questions.takeForVisitor(request(`v${i}`))).filter(Boolean);
    expect(visitors).toHaveLength(30);
    const payments = Array.from({ length: 500 }, (_, i) => questions.take(request(`p${i}`))).filter(Boolean);
    expect(payments).toHaveLength(30);
  });
  it('one sign-in that is asked about all the time causes a question in three seconds', () => {
    const { questions, pass } = world();
    let asked = 0;
    for (let ms = 0; ms < 60_000; ms += 100) {
      if (questions.takeForVisitor(request())) asked++;
      pass(100);
    }
    expect(asked).toBe(19);
  });
  it('what the wallet app has said to be answered is asked about at once, and once', () => {
    const { questions, pass } = world();
    questions.hear('a');
    expect([questions.takeForVisitor(request()), questions.takeForVisitor(request())]).toEqual([true, false]);
    pass(3_000);
    expect(questions.takeForVisitor(request())).toBe(true);
  });
  it('what it says of others, however many, makes nobody ask', () => {
    const { questions } = world();
    for (let i = 0; i < 20_000; i++) questions.hear(`other ${i}`);
    expect(questions.takeForVisitor(request())).toBe(false);
  });
});
