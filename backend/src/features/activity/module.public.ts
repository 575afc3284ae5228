/** What others may use of activity: whose movements a session may see, and how rent shares fall into their parts. */
export { ActivityModule } from './activity.module.js';
export { type Parts } from './apportion.js';
export { isMasked, maskedWallet } from './use-cases/show-activity/movement-query.js';
export { walletOf } from './use-cases/show-activity/movement-query.js';
