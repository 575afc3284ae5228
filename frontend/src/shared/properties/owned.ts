import type { Who } from '../session/api';

/** The owner of a property: by its landlord's wallet, or by the server's answer for the caller. */
export type Owned = { ownerWallet: string } | { own: boolean };

/** Whether the user listed it. */
export const isLandlordOf = (session: Who | undefined, property: Owned): boolean =>
  !!session?.walletAddress && ('own' in property ? property.own : property.ownerWallet === session.walletAddress);
