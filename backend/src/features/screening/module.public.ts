/** Screening for other features. */
export { Screening } from './screening.js';
export type { ReportedHit, ScreeningReport } from './report.js';
export { foldedNames, type ScreenedSubjects, type ScreeningSubject } from './subject.js';
export { PersonScreening, type PersonToScreen } from './person/person-screening.js';
export { ListedWallets } from './listed-wallets.js';
export { WalletScreening } from './person/wallet-screening.js';
export { ScreeningModule } from './screening.module.js';
export { isReadable, wordsOf } from './matching/words.js';
export { matchView } from './explanation.js';
export { EXACT_LINE, NAME_LINE } from './bands.js';
export { strictest } from './report.js';
export { screenerOf, screenOwnLog } from './own-log.js';
export { ListKeeper } from './list/list-keeper.js';
