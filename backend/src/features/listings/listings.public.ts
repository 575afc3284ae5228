/** What other features may use of listings, beside their decider. */
export { PropertyId } from './property-id.js';
