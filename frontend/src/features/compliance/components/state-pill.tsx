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
