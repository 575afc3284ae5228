/** Used by other features: whose movements a session may see, and how rent shares are divided into parts. */
export { ActivityModule } from './activity.module.js';
export { type Parts } from './apportion.js';
export { isMasked, maskedWallet } from './use-cases/show-activity/movement-query.js';
export { walletOf } from './use-cases/show-activity/movement-query.js';
