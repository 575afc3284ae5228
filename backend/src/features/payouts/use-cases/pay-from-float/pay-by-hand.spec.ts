import { describe, expect, it } from '@jest/globals';
import { mustBeOutside } from './hand-payout-check.js';

describe('a payout by hand', () => {
  const accounts = { escrow: 'rEscrow', issuer: 'rIssuer' };
  it('goes neither to the escrow itself, where it would never end, nor to the issuer, where it would be gone', () => {
    expect(() => mustBeOutside('rEscrow', accounts)).toThrow('The payout escrow cannot pay itself');
    expect(() => mustBeOutside('rIssuer', accounts)).toThrow('The issuer of RLUSD cannot be paid in RLUSD');
    expect(() => mustBeOutside('rAnybody', accounts)).not.toThrow();
  });
});
