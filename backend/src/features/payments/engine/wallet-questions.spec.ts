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
});
