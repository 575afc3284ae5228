/** How the program stands, for its start. */
export { AskReadiness } from './use-cases/check-health/ask-readiness.query.js';
