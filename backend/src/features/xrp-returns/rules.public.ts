/** Rules of XRP that is sent back, for other features. Pure. */
export { returnFold } from './xrp-return.decider.js';
