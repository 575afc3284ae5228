/** What other features may use of identity. */
export { KycStanding } from './kyc-standing.js';
export { IdentityModule } from './identity.module.js';
