/** What other features may use of identity. */
export { Dossier, SSN, type SealedApplication } from './dossier.js';
export { identityFold, type IdentityState } from './identity.state.js';
export { KycStanding } from './kyc-standing.js';
export { IdentityModule } from './identity.module.js';
export { OpenDocument, type OpenedDocument } from './use-cases/show-documents/open-document.query.js';
