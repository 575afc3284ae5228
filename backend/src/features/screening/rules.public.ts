/**
 * Rules of screening for decisions of other features: a person's folded screening. Pure: nothing here needs the running
 * program.
 */
export { isSameName } from './matching/same-name.js';
export { entryKey, pairKey, pairOf } from './person/pair.js';
/**
 * To commit a screening, or open a compliance case, together with other events: use `screeningFold` in
 * `handleCommandAcross`, with the results of `PersonScreening.prepare` and `newCase`.
 */
export {
  decideScreening,
  inheritHits,
  openComplianceCase,
  recordScreening,
  recordWalletScreening,
  standingOf,
  type CaseReason,
  type NewCase,
  type ScreeningStanding,
} from './person/person-screening.decider.js';
export {
  isAboutHits,
  screeningFold,
  screeningStream,
  undecidedCase,
  unresolvedHits,
  type ComplianceCase,
  type PersonScreened,
  type PersonScreeningState,
  type StandingHit,
} from './person/person-screening.state.js';
