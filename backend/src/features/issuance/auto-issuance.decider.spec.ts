import { describe, expect, it } from '@jest/globals';
import { answerTo, defaultConfig, type PaidSeen } from './auto-issuance.decider.js';

const config = { ...defaultConfig, enabled: true };
const seen: PaidSeen = { amount: 100_000_000n, payerVerified: true, payeeVerified: true, line: 'ready' };

describe('§2.4 automatic issuance', () => {
  it('§9 is off by default: 1000 tokens, both parties verified, from 100', () => {
    expect(defaultConfig).toEqual({
      enabled: false,
      defaultTokenAmount: 1000,
      requiresBothPartiesKyc: true,
      minimumInvestmentThreshold: 100_000_000n,
    });
    expect(answerTo(defaultConfig, seen)).toEqual({ is: 'nothing' });
  });

  it('checks the threshold to the last unit', () => {
    expect(answerTo(config, seen)).toEqual({ is: 'issue' });
    expect(answerTo(config, { ...seen, amount: 99_999_999n })).toEqual({ is: 'nothing' });
  });

  it('asks for both parties where that is required, and for neither where it is flexible', () => {
    expect(answerTo(config, { ...seen, payeeVerified: false })).toMatchObject({
      reason: 'not-verified',
      message: 'The recipient of the payment is not verified',
    });
    const flexible = { ...config, requiresBothPartiesKyc: false };
    expect(answerTo(flexible, { ...seen, payerVerified: false, payeeVerified: false })).toEqual({ is: 'issue' });
  });

  it('never authorises a line of somebody who is not verified, whatever the setting', () => {
    const flexible = { ...config, requiresBothPartiesKyc: false };
    expect(answerTo(flexible, { ...seen, payerVerified: false, line: 'unauthorised' })).toMatchObject({ is: 'skip' });
    expect(answerTo(config, { ...seen, line: 'unauthorised' })).toEqual({ is: 'issue' });
  });

  it.each(['missing', 'too-small', 'frozen'] as const)('leaves a payer out whose line is %s', (line) =>
    expect(answerTo(config, { ...seen, line })).toMatchObject({ is: 'skip', reason: 'no-line' }),
  );
});
