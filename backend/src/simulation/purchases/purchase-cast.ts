import { Wallet } from 'xrpl';

/** Deriving keys takes time, so every story uses the same people. */
export const CAST = Array.from({ length: 7 }, (_, index) =>
  Wallet.fromEntropy(Uint8Array.from({ length: 16 }, (_, byte) => (index * 31 + byte) % 256)),
);
export const [ISSUER, OWNER, FEE_WALLET, ...BUYERS] = CAST as [Wallet, Wallet, Wallet, ...Wallet[]];

/** The platform's accounts that sign in the stories. */
export const SIGNERS = { issuer: ISSUER, feeWallet: FEE_WALLET };
