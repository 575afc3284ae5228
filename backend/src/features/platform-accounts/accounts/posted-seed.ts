import { Refused } from '#platform/domain/refused.js';
import { Wallet } from 'xrpl';

interface Expected {
  /** The address of the configured account, or of the test account used instead. */
  addresses: readonly string[];
  /** The field that the seed was typed into. */
  field: string;
  /** The message if the seed belongs to another account. */
  refusal: string;
}

/**
 * A seed that an admin typed must be the configured account's. It is checked but not stored: the key in the vault
 * signs. An empty field passes. @throws Refused (400), which names the field but repeats nothing that was typed
 */
function mustBeSeedOf(seed: string, { addresses, field, refusal }: Expected): void {
  if (seed.trim() === '') return;
  if (addressesOf(seed.trim()).some((address) => addresses.includes(address))) return;
  throw new Refused('invalid', refusal, { errors: { [field]: [refusal] } });
}

export const mustBeIssuers = (seed: string, issuer: string): void =>
  mustBeSeedOf(seed, { addresses: [issuer], field: 'issuerSeed', refusal: 'This seed is not the issuer’s' });

/** @param admin the signed-in admin, whose own seed is accepted too; the escrow pays either way */
export const mustBeAdmins = (seed: string, escrow: string, admin: string): void =>
  mustBeSeedOf(seed, {
    addresses: [escrow, admin],
    field: 'adminSeed',
    refusal: 'This seed is neither the payout escrow’s nor your own',
  });

/** An `s…` seed gives different addresses under the two algorithms (xrpl.js 5). */
function addressesOf(seed: string): string[] {
  return (['ed25519', 'ecdsa-secp256k1'] as const).flatMap((algorithm) => {
    try {
      return [Wallet.fromSeed(seed, { algorithm: algorithm as never }).classicAddress];
    } catch {
      return [];
    }
  });
}
