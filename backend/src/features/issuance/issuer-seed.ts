import { Refused } from '../../platform/domain/refused.js';
import { Wallet } from 'xrpl';

const NOT_ISSUER = 'This seed is not the issuer’s';

/**
 * A seed that an admin typed must be the configured issuer's. It proves that and is forgotten: the vault's key signs.
 * Empty: the vault alone. @throws Refused (400), which names the field and nothing of what was typed
 */
export function mustBeIssuers(seed: string, issuer: string): void {
  if (seed.trim() === '') return;
  if (addressesOf(seed.trim()).includes(issuer)) return;
  throw new Refused('invalid', NOT_ISSUER, { errors: { issuerSeed: [NOT_ISSUER] } });
}

/** An `s…` seed stands for another address under either algorithm (xrpl.js 5). */
function addressesOf(seed: string): string[] {
  return (['ed25519', 'ecdsa-secp256k1'] as const).flatMap((algorithm) => {
    try {
      return [Wallet.fromSeed(seed, { algorithm: algorithm as never }).classicAddress];
    } catch {
      return [];
    }
  });
}
