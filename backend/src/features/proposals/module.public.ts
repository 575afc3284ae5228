/** What other features use of proposals. */
export { personsNamed } from './admin-persons.js';
export { Approvals } from './approvals.js';
export { ProposalKinds, type ProposedAct } from './proposal-kinds.js';
export { ProposalsModule } from './proposals.module.js';
export { TwoPeople } from './two-people.js';
