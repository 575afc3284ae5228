import { POLLING } from '@tknest/contracts/rules';
import { useComplianceSummaryQuery, useOfficeWaitingQuery } from '../../shared/session/api';
import { usePolling } from '../../shared/attention/use-attended';
import type { Destination } from './navigation';

/** After a menu entry: how much waits there for a person; nothing if none does. */
export function Waits({ of: { waits } }: { of: Destination }) {
  const polling = usePolling(POLLING.adminOther);
  const atDesk = waits === 'desk';
  const { data: office } = useOfficeWaitingQuery(undefined, { ...polling, skip: !waits || atDesk });
  const { data: desk } = useComplianceSummaryQuery(undefined, { ...polling, skip: !atDesk });
  const count = atDesk ? desk && desk.toReview + desk.secondApproval : waits && office?.[waits];
  if (!count) return null;
  return (
    <>
      {' '}
      <span className="pill pill-wait waits">
        {count > MOST ? `${MOST}+` : count}
        <span className="sr-only"> waiting</span>
      </span>
    </>
  );
}
const MOST = 99;
