/** What others may use of the tree over the log. */
export { TransparencyModule } from './transparency.module.js';
export { Checkpoints, type SignedCheckpoint } from './checkpoints/checkpoints.js';
export { LogTree } from './tree/log-tree.js';
export { leafOf } from './tree/merkle.js';
