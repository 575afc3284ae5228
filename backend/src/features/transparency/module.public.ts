/** The log's Merkle tree for other features. */
export { TransparencyModule } from './transparency.module.js';
export { ShowLogKey } from './use-cases/show-log/log.queries.js';
export { Checkpoints, type SignedCheckpoint } from './checkpoints/checkpoints.js';
export { LogTree } from './tree/log-tree.js';
export { leafOf } from './tree/merkle.js';
