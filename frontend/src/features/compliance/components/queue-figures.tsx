import type { ComplianceSummary } from '@tknest/contracts/api';
import { DESK } from '@tknest/contracts/rules';
import { Strip } from '../../../shared/ui/strip/strip';

/** The desk's workload, counted by the server over every case. */
export function QueueFigures({ summary }: { summary: ComplianceSummary | undefined }) {
  const { toReview, secondApproval, overdue, medianMinutes } = summary ?? {};
  return (
    <Strip
      figures={[
        ['To review', toReview ?? '—'],
        ['Waiting for a second person', secondApproval ?? '—'],
        ['Overdue (limit: 3 business days)', overdue ? <span className="in-bad">{overdue}</span> : (overdue ?? '—')],
        [`Median time to decide, ${DESK.medianDays} days`, durationOf(medianMinutes ?? null)],
      ]}
    />
  );
}

/** `7 h 40 min`, and `3 d 4 h` from two days on. */
function durationOf(minutes: number | null): string {
  if (minutes === null) return '—';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
