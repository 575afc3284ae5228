import type { ScreeningReport } from './report.js';

const RANK = { approved: 0, pending: 1, rejected: 2 } as const;

/** The worst of several screenings; among equals, the one with the better match. */
export function strictest(reports: readonly ScreeningReport[]): ScreeningReport {
  return reports.reduce((a, b) => {
    const by = RANK[b.status] - RANK[a.status] || (b.hits[0]?.score ?? 0) - (a.hits[0]?.score ?? 0);
    return by > 0 ? b : a;
  });
}
