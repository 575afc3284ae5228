import type { ProposalMade } from '@tknest/contracts/events';
import { Wallet } from 'xrpl';
import type { ProposedAct } from '#features/proposals/proposal-kinds.js';

/** Two admins, and somebody who is none. */
export const [ONE, TWO, OUTSIDER] = [1, 2, 3].map((seed) => Wallet.fromEntropy(new Uint8Array(16).fill(seed))) as [
  Wallet,
  Wallet,
  Wallet,
];

/** The first of them proposes on 4 January 2027 to pay 5 RLUSD by hand. */
export const MADE: ProposalMade['data'] = {
  proposalId: 'p1',
  kind: 'hand-payout',
  request: { recipient: 'rPayee', amount: '5' },
  summary: 'Pay 5 RLUSD to rPayee.',
  beneficiaries: ['rPayee'],
  by: ONE.classicAddress,
  linkTo: '/tokens',
  expiresAt: '2027-01-07T12:00:00.000Z',
};

/** Describes such a request; carries nothing out. */
export const PAYS: ProposedAct = {
  kind: 'hand-payout',
  prepare: async () => ({}) as never,
  describe: async ({ recipient, amount }: { recipient: string; amount: string }) => ({
    summary: `Pay ${amount} RLUSD to ${recipient}.`,
    beneficiaries: [recipient],
  }),
  carryOut: async () => undefined,
};
