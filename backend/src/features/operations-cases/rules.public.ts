/**
 * Rules of cases for decisions of other features. Pure: nothing here needs the running program. A feature that finds
 * something opens a case in the same commit as its own events: `{ ...streams, found: caseFold(caseIdOf(command)) }` and
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
  keepCase,
  noteSubject,
  openCase,
  resolveCase,
  type CaseState,
  type OpenCase,
  type ResolveCase,
} from './case.decider.js';
export { closing, openedCase, opening } from './case-writes.js';
