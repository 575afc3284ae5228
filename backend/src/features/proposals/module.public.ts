/** Proposals for other features. */
export { personsNamed } from './admin-persons.js';
export { Approvals } from './approvals.js';
export { ProposalKinds, type ProposedAct } from './proposal-kinds.js';
export { ProposalsModule } from './proposals.module.js';
export { TwoPeople } from './two-people.js';
