import { describe, expect, it } from '@jest/globals';
import { ECDSA, Wallet } from 'xrpl';
import { mustBeIssuers } from './posted-seed.js';

const issuer = Wallet.generate();
const older = Wallet.generate(ECDSA.secp256k1);

describe('A seed that an admin types', () => {
  it('is the configured issuer’s, under either algorithm, or is left empty for the vault', () => {
    expect(() => mustBeIssuers(issuer.seed!, issuer.classicAddress)).not.toThrow();
    expect(() => mustBeIssuers(` ${older.seed!} `, older.classicAddress)).not.toThrow();
    expect(() => mustBeIssuers('', issuer.classicAddress)).not.toThrow();
  });

  it.each([
    ['somebody else’s', Wallet.generate().seed!],
    ['nonsense', 'sEdNonsense'],
    ['an address', issuer.classicAddress],
  ])('%s is refused, and the refusal repeats nothing of it', (_, seed) => {
    let refusal: unknown;
    try {
      mustBeIssuers(seed, issuer.classicAddress);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toMatchObject({ reason: 'invalid', message: 'This seed is not the issuer’s' });
    expect(JSON.stringify(refusal)).not.toContain(seed);
  });
});
