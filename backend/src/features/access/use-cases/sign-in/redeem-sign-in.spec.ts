import { beforeEach, describe, expect, it } from '@jest/globals';
import { ringOf } from '#test/support/key-ring.js';
import { WalletQuestions } from '#platform/wallet-app/wallet-questions.js';
import { RedeemSignIn, RedeemSignInHandler } from './redeem-sign-in.command.js';

const T0 = Date.parse('2026-11-22T10:00:00Z');
const attempt = { payloadUuid: 'u1', wallet: null, createdAt: T0, expiresAt: T0 + 300_000, expired: false };

describe('a sign-in that anybody may ask about', () => {
  let now: number;
  let asked: number;
  let state: string;
  let found: object | null;
  let questions: WalletQuestions;
  let status: () => Promise<object>;
  beforeEach(() => {
    [now, asked, found] = [T0, 0, attempt];
    questions = new WalletQuestions({ now: () => new Date(now), sleep: async () => undefined });
    state = 'rejected';
    const walletApp = { outcome: async () => ({ state: (asked++, state) }) };
    const attempts = { find: async () => found };
    const none = {} as never;
    const handler = new RedeemSignInHandler(
      walletApp as never,
      none,
      none,
      attempts as never,
      { find: async () => null } as never,
      none,
      questions,
      ringOf(1),
    );
    status = () => handler.execute(new RedeemSignIn('u1', 'secret'));
  });

  it('is open, and asks nobody, until its turn comes', async () => {
    for (let call = 0; call < 100; call++)
      expect(await status()).toMatchObject({ authenticated: false, cancelled: false, expired: false });
    expect(asked).toBe(0);
    now += 3_000;
    expect(await status()).toMatchObject({ cancelled: true });
    expect(asked).toBe(1);
  });

  it('is looked at once the wallet app says that it was answered', async () => {
    questions.hear('u1');
    expect(await status()).toMatchObject({ cancelled: true });
    expect(asked).toBe(1);
  });

  it('that the table says was used by a wallet signs nobody in: the wallet app is asked again', async () => {
    found = { ...attempt, wallet: 'rVictim' };
    state = 'open';
    questions.hear('u1');
    expect(await status()).toMatchObject({ authenticated: false, sessionToken: null });
    expect(asked).toBe(1);
  });

  it('asks nothing once its time has passed, or in a browser that did not begin it', async () => {
    now += 300_000;
    for (found of [{ ...attempt, expired: true }, null]) expect(await status()).toMatchObject({ expired: true });
    expect(asked).toBe(0);
  });
});
