import type { ProposalEvent } from '@tknest/contracts/events';
import type { Projection } from '#platform/projections/projection.js';
import { Proposal } from './proposal.entity.js';

/** Proposals and their states. */
export const proposalsProjection: Projection<ProposalEvent> = {
  name: 'proposals',
  version: 1,
  tables: ['proposals'],
  events: [
    'ProposalMade',
    'ProposalSigned',
    'ProposalApproved',
    'ProposalRefused',
    'ProposalWithdrawn',
    'ProposalExpired',
    'ProposalCarriedOut',
  ],
  onError: 'halt-stream',
  async apply(events, tx) {
    for (const { type, data, at } of events) {
      const { proposalId: id } = data;
      if (type === 'ProposalMade') {
        const { by, expiresAt } = data;
        await tx.upsert(Proposal, { id, by, at, expiresAt, status: 'unsigned' as const }, ['id']);
        // Pages that show it load it again; nothing is found or counted by it.
      } else if (type !== 'ProposalCarriedOut')
        await tx.update(Proposal, { id }, { status: STATUS[type as keyof typeof STATUS] });
    }
  },
};

const STATUS = {
  ProposalSigned: 'open',
  ProposalApproved: 'approved',
  ProposalRefused: 'refused',
  ProposalWithdrawn: 'withdrawn',
  ProposalExpired: 'expired',
} as const;
