import type { ListRecord, RiskLevel } from '@tknest/contracts/events';
import type { ScreeningReport } from '../report.js';

const RANK = { approved: 0, pending: 1, rejected: 2 } as const;

export interface CombinedReport {
  list: ListRecord | null;
  matcher: string;
  outcome: ScreeningReport['status'];
  riskLevel: RiskLevel;
}

/** Several subjects of one application, as strictly as the worst of them. */
export function combined(reports: readonly ScreeningReport[]): CombinedReport {
  const worst = reports.reduce((a, b) => (RANK[b.status] > RANK[a.status] ? b : a));
  const list = reports.every((report) => report.list) ? worst.list : null;
  return { list, matcher: worst.matcher, outcome: worst.status, riskLevel: worst.riskLevel };
}
