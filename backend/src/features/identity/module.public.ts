/** Identity for other features. */
export { Addresses } from './addresses.js';
export { DocumentDesk } from './documents/take-document.js';
export { DocumentScanner } from './documents/document-scanner.js';
export type { SubmittedDocument } from './use-cases/submit-application/application-file.js';
export { Dossier, SSN, type SealedApplication } from './dossier.js';
export { endStanding } from './identity.decider.js';
export { identityFold, type IdentityState } from './identity.state.js';
export { InvestorProfiles, type InvestorProfile } from './investor-profiles.js';
export { PersonWallets } from './person-wallets.js';
export { Persons } from './persons.js';
export { Residences } from './residences.js';
export { ToldStanding, UNDER_REVIEW } from './told-standing.js';
export { IdentityModule } from './identity.module.js';
export { ErasePerson } from './use-cases/erase-person/erase-person.command.js';
export { ListErasures } from './use-cases/erase-person/list-erasures.query.js';
export { OpenDocument, type OpenedDocument } from './use-cases/show-documents/open-document.query.js';
export { sendDocument } from './use-cases/show-documents/send-document.js';
