import type { ListRecord, RiskLevel, ScreeningHit } from '@tknest/contracts/events';

/** A list entry that a screened name may be. */
export interface ReportedHit extends Pick<ScreeningHit, 'list' | 'entityNumber' | 'entryHash' | 'score' | 'level'> {
  /** The listed name that came closest, and the entry's main name. */
  name: string;
  primaryName: string;
  type: 'individual' | 'entity' | 'vessel' | 'aircraft';
  programs: string[];
  /** The screened name that it is about. */
  screenedName: string;
}

export interface ScreeningReport {
  /** `approved` below the review line; `rejected` is provisional: an officer decides. */
  status: 'approved' | 'pending' | 'rejected';
  riskLevel: RiskLevel;
  reason: string;
  /** Null where no list was to be had, or it is too old: then nobody is approved. */
  list: ListRecord | null;
  matcher: string;
  /** At or above the review line, best first. */
  hits: ReportedHit[];
}
