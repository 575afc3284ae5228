import { describe, expect, it } from '@jest/globals';
import { ECDSA, Wallet } from 'xrpl';
import { mustBeAdmins, mustBeIssuers } from './posted-seed.js';

const issuer = Wallet.generate();
const older = Wallet.generate(ECDSA.secp256k1);

describe('A seed that an admin types', () => {
  it('is the configured issuer’s, under either algorithm, or is left empty for the vault', () => {
    expect(() => mustBeIssuers(issuer.seed!, issuer.classicAddress)).not.toThrow();
    expect(() => mustBeIssuers(` ${older.seed!} `, older.classicAddress)).not.toThrow();
    expect(() => mustBeIssuers('', issuer.classicAddress)).not.toThrow();
  });

  it('for a payout is the escrow’s or the own, and nobody else’s', () => {
    const [escrow, admin] = [issuer, older];
    for (const seed of [escrow.seed!, admin.seed!, ''])
      expect(() => mustBeAdmins(seed, escrow.classicAddress, admin.classicAddress)).not.toThrow();
    expect(() => mustBeAdmins(Wallet.generate().seed!, escrow.classicAddress, admin.classicAddress)).toThrow(
      'This seed is neither the payout escrow’s nor your own',
    );
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
