import type { AutoIssuanceView } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { Link } from 'react-router';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { count, tokens } from '../../../shared/format/format';
import { clock } from '../../../shared/format/time';
import { Shown } from '../../../shared/ui/shown/shown';
import { Skeleton } from '../../../shared/ui/states/states';
import { useNow } from '../../../shared/use-now';
import { useAutoIssuancesQuery } from '../api';
import { Fact, Facts } from '../../../shared/ui/facts/facts';

const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;
const LATEST = 4;

/** Automation activity since yesterday, and the payments that it skipped. */
export function LastDay() {
  const shown = useShown(useAutoIssuancesQuery(undefined, usePolling(POLLING.adminOther)));
  const now = useNow(MINUTE_MS);
  return (
    <section className="card stack tokens-aside" aria-labelledby="last-day">
      <h2 id="last-day">Last 24 hours</h2>
      <Shown of={shown} what="Automation activity" skeleton={<Skeleton height={120} />} quiet>
        {({ rows }) => <Figures rows={rows.filter(({ at }) => now - Date.parse(at) < DAY_MS)} />}
      </Shown>
    </section>
  );
}

function Figures({ rows }: { rows: readonly AutoIssuanceView[] }) {
  const having = (...statuses: AutoIssuanceView['status'][]) => rows.filter(({ status }) => statuses.includes(status));
  const issued = having('completed');
  const left = having('skipped', 'failed');
  return (
    <>
      <Facts>
        <Fact name="Issued automatically">
          {count(issued.length)} {issued.length === 1 ? 'payment' : 'payments'},{' '}
          {tokens(issued.reduce((sum, row) => sum + row.tokens, 0))}
        </Fact>
        <Fact name="Processing">{count(having('pending', 'processing').length)}</Fact>
        <Fact name="Skipped">{count(having('skipped').length)}</Fact>
        <Fact name="Failed">{count(having('failed').length)}</Fact>
      </Facts>
      {left.length > 0 && (
        <ul className="auto-left small">
          {left.slice(0, LATEST).map(({ paymentId, error, at }) => (
            <li key={paymentId}>
              <Link to={`/admin/payments/${paymentId}`}>{clock(new Date(at))}</Link> {error}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
