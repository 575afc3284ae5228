/** The platform's accounts for other features. */
export { PlatformAccounts } from './accounts/platform-accounts.js';
export { mustBeAdmins, mustBeIssuers } from './accounts/posted-seed.js';
export { conflictOf, conflictStream } from './conflict-case.js';
export { CourierService } from './courier.service.js';
export { LedgerStartUp } from './start-up.js';
export { PlatformAccountsModule } from './platform-accounts.module.js';
