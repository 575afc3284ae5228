import type { KycStanding } from '../identity/identity.public.js';

/** Tokens are issued to verified wallets, whichever side they were verified for. */
export const isVerified = async (standing: KycStanding, wallet: string): Promise<boolean> =>
  (await standing.isVerified(wallet, 'investor')) || standing.isVerified(wallet, 'landlord');
