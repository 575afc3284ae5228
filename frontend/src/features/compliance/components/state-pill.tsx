import type { ComplianceCaseRow } from '@tknest/contracts/api';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';

/** A case's state, in the desk's terms. */
export function StatePill({ state, decision }: Pick<ComplianceCaseRow, 'state' | 'decision'>) {
  if (state === 'open') return <StatusPill status="pending" word="To review" />;
  if (state === 'asked') return <StatusPill status="waiting" word="Asked" />;
  if (state === 'second-approval') return <StatusPill status="running" word="Second approval" />;
  return decision === 'clear' ? (
    <StatusPill status="verified" word="Cleared" />
  ) : (
    <StatusPill status="rejected" word="Rejected" />
  );
}

const days = (left: number) => `${left} ${left === 1 ? 'day' : 'days'}`;

/** The time left until the due date of 2-3 business days, by the business calendar. */
export function Promised({ by, left, decided }: { by: string; left: number; decided: boolean }) {
  if (decided) return <span className="dim nowrap">{by}</span>;
  if (left < 0) return <strong className="nowrap in-bad">Overdue by {days(-left)}</strong>;
  if (left < 1) return <strong className="nowrap in-wait">Today</strong>;
  return <span className="nowrap">{days(left)} left</span>;
}
