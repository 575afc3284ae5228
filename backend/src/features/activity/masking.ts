/** Whose purchase it is, is the buyer's own business: the landlord sees that it was one person, and not who. */
import type { ActivityType } from '@tknest/contracts/api';

const SHOWN = 4;

/** `rPT1…bpAY`: enough to tell two apart. */
export const maskedWallet = (wallet: string): string => `${wallet.slice(0, SHOWN)}…${wallet.slice(-SHOWN)}`;

/** The other side is a person who bought: a purchase as its landlord sees it, and the refund of one. */
export const isMasked = ({ type, direction }: { type: ActivityType; direction: 'in' | 'out' }): boolean =>
  (type === 'purchase' && direction === 'in') || (type === 'refund' && direction === 'out');
