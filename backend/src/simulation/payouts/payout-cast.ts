import type { PlatformAccountName } from '@tknest/contracts/events';
import { Wallet } from 'xrpl';

const entropyOf = (index: number) => Uint8Array.from({ length: 16 }, (_, byte) => (index * 37 + byte * 5 + 11) % 256);

/** Deriving keys takes time, so every story uses the same people. */
const made = Array.from({ length: 67 }, (_, index) => Wallet.fromEntropy(entropyOf(index)));
export const [ESCROW, FEE_WALLET, ISSUER, ADMIN, OWNER_1, OWNER_2] = made as [
  Wallet,
  Wallet,
  Wallet,
  Wallet,
  Wallet,
  Wallet,
];
/** Only addresses, because holders sign nothing. */
export const HOLDERS = made.slice(6, 66).map(({ classicAddress }) => classicAddress);
/** Where revenue is withdrawn to. */
export const COMPANY = made[66]!.classicAddress;
export const OWNERS = [OWNER_1.classicAddress, OWNER_2.classicAddress] as const;
export const SIGNERS: Record<PlatformAccountName, Wallet> = {
  issuer: ISSUER,
  feeWallet: FEE_WALLET,
  payoutEscrow: ESCROW,
};
