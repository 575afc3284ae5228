/**
 * What other features may decide with of cases. Pure: nothing here needs the running program. Who finds something opens
 * a case about it in the same commit as its own facts: `{ ...streams, found: caseFold(caseIdOf(command)) }` and
 * `found: openCase(command, states.found)`.
 */
export {
  ANSWERS,
  answerOf,
  caseFold,
  caseIdOf,
  caseStream,
  confirmAnswer,
  isAccepted,
  openCase,
  resolveCase,
  type CaseState,
  type OpenCase,
  type ResolveCase,
} from './case.decider.js';
export { closing, opening } from './case-writes.js';
