/** What other features decide with: a person's screening as its events fold. Pure: nothing here needs the program. */
export { entryKey, pairKey, pairOf } from './person/pair.js';
/**
 * For who commits a screening, or opens a compliance case, together with facts of their own: `screeningFold` in
 * `handleCommandAcross`, with what `PersonScreening.prepare` and `newCase` give.
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
