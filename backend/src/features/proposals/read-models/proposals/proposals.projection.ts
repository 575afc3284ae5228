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
    for (const event of events) {
      const { type, data } = event;
      const id = data.proposalId;
      const change = (changes: Partial<Proposal>) => tx.update(Proposal, { id }, changes);
      switch (type) {
        case 'ProposalMade': {
          const { kind, by, expiresAt, summary, linkTo, noteItem = null } = data;
          const about = { kind, by, at: event.at, expiresAt, summary, linkTo, noteItem };
          const made = { id, ...about, status: 'unsigned' as const };
          await tx.upsert(Proposal, made, ['id']);
          break;
        }
        case 'ProposalSigned':
          await change({ status: 'open' });
          break;
        case 'ProposalApproved':
          await change({ status: 'approved', approvedBy: data.by });
          break;
        case 'ProposalRefused':
          await change({ status: 'refused', reasonItem: data.reasonItem });
          break;
        case 'ProposalWithdrawn':
          await change({ status: 'withdrawn', reasonItem: data.reasonItem });
          break;
        case 'ProposalExpired':
          await change({ status: 'expired' });
          break;
        case 'ProposalCarriedOut':
          await change({ carriedOut: data.problem === null, problem: data.problem });
      }
    }
  },
};
