/** What others may use of activity: how rent shares are divided into their parts. */
export { type Parts } from './apportion.js';
