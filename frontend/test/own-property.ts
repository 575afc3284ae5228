import { property } from './server';

export const ESCROW = 'rEscrowExampleExampleExample11';
export const OWNER = 'rOwnerExampleExampleExample111';
/** A property of that owner. */
export const own = (more = {}) => property({ ownerWallet: OWNER, name: 'Sample Court', monthlyRent: 2500, ...more });
