/**
 * What other features may use of cases. Who finds something opens a case about it in the same commit as its own
 * facts: `{ ...streams, found: caseFold(caseIdOf(command)) }` and `found: openCase(command, states.found)`.
 */
export {
  caseFold,
  caseIdOf,
  caseStream,
  openCase,
  resolveCase,
  type CaseState,
  type OpenCase,
  type ResolveCase,
} from './case.decider.js';
export { closing, opening } from './case-writes.js';
export { CountOpenCases } from './use-cases/count-cases/count-open-cases.query.js';
