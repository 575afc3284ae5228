/** What other features may use of screening. */
export { Screening } from './screening.js';
export type { ReportedHit, ScreeningReport } from './report.js';
export { foldedNames, type ScreenedSubjects, type ScreeningSubject } from './subject.js';
export { PersonScreening, type PersonToScreen } from './person/person-screening.js';
export { ListedWallets } from './listed-wallets.js';
export { WalletScreening } from './person/wallet-screening.js';
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
  screeningFold,
  screeningStream,
  type PersonScreened,
  type PersonScreeningState,
} from './person/person-screening.state.js';
export { ScreeningModule } from './screening.module.js';
export {
  answerCase,
  caseOf,
  assignCase,
  decideCase,
  DECIDED,
  noteCase,
  isOneOf,
  LINKED,
  needsTwo,
  SAME_PERSON,
  type DecideCase,
} from './person/compliance-case.decider.js';
export { isAboutHits, undecidedCase, unresolvedHits, type ComplianceCase } from './person/person-screening.state.js';
export { entryKey, pairKey } from './person/pair.js';
export { linkWallets, setWalletsApart, type RelateWallets } from './person/person-links.decider.js';
export { isReadable, wordsOf } from './matching/words.js';
export { matchView } from './explanation.js';
export { EXACT_LINE, NAME_LINE } from './bands.js';
export { strictest } from './report.js';
export { ListKeeper } from './list/list-keeper.js';
