import type { ComplianceCaseRow } from '@tknest/contracts/api';
import { CASE_STATE_WORDS } from '@tknest/contracts/papers';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';

const STATUS = {
  open: 'pending',
  asked: 'waiting',
  'second-approval': 'running',
  clear: 'verified',
  reject: 'rejected',
};

/** A case's state, or how it was decided. */
export function StatePill({ state, decision }: Pick<ComplianceCaseRow, 'state' | 'decision'>) {
  const is = state === 'decided' ? (decision ?? 'reject') : state;
  return <StatusPill status={STATUS[is]} word={CASE_STATE_WORDS[is]} />;
}

const days = (left: number) => `${left} ${left === 1 ? 'day' : 'days'}`;

/** The time left until the due date of 2-3 business days, by the business calendar. */
export function Promised({ by, left, decided }: { by: string; left: number; decided: boolean }) {
  if (decided) return <span className="dim nowrap">{by}</span>;
  if (left < 0) return <strong className="nowrap in-bad">Overdue by {days(-left)}</strong>;
  if (left < 1) return <strong className="nowrap in-wait">Today</strong>;
  return <span className="nowrap">{days(left)} left</span>;
}
