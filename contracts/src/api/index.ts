// The decorators of the request classes need it; whoever uses no request class does without.
import 'reflect-metadata';
export * from './problem.js';
export * from './access.js';
export * from './identity.js';
export * from './kyc-application.js';
export * from './listings.js';
export * from './loans.js';
export * from './payments.js';
export * from './administration.js';
export * from './cases.js';
export * from './paging.js';
export * from './payouts.js';
export * from './audit.js';
export * from './messages.js';
export * from './queries.js';
export * from './reconciliation.js';
export * from './tokens.js';
export * from './trust-lines.js';
