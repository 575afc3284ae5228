import type { Who } from '../session/api';

/** Whose a property is: by its landlord's wallet, or by the server's word for who asks. */
export type Owned = { ownerWallet: string } | { own: boolean };

/** Whether somebody listed it. */
export const isLandlordOf = (session: Who | undefined, property: Owned): boolean =>
  !!session?.walletAddress && ('own' in property ? property.own : property.ownerWallet === session.walletAddress);
