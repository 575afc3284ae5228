import { formatRlusd } from '@tknest/contracts/money';
import type { Recipe } from './recipe.js';

/** RLUSD from one wallet to another, without any other effect. */
export const directPayment: Recipe = {
  kind: 'rlusd_payment',
  issuesTokens: false,
  verifiedAs: null,
  isOwed: false,
  pausesWhenUnpaid: true,
  listedAs: 'rlusd_payment',
  title: ({ memo }) => (memo ? `RLUSD payment: ${memo}` : 'RLUSD payment'),
  streams: () => ({}),
  begun: () => ({}),
  settled: () => ({}),
  unpaid: () => ({}),
  late: () => ({ remedy: 'refund', writes: {} }),
  instruction: ({ amount }) => `Payment of ${formatRlusd(amount)} RLUSD.`,
};
