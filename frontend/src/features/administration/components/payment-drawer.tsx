import { Link } from 'react-router';
import { exactTime } from '../../../shared/format/format';
import { HashText, WalletText } from '../../../shared/ui/copyable/copyable';
import { Drawer } from '../../../shared/ui/modal/modal';
import { Money } from '../../../shared/ui/money/money';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { Failed, Skeleton } from '../../../shared/ui/states/states';
import { useAuditEventsQuery } from '../../audit/api';
import { eventSentence } from '../../audit/event-sentence';
import { logAddress } from '../../audit/log-address';
import { usePaymentQuery } from '../../payments/api';

const FOLLOW_MS = 4_000;

/** One payment for an admin: how it stands, and the trail of its events as the log has them. */
export default function PaymentDrawer({ paymentId, onClose }: { paymentId: string; onClose(): void }) {
  const { data: payment, error } = usePaymentQuery(paymentId, { pollingInterval: FOLLOW_MS });
  const { data: trail } = useAuditEventsQuery({ stream: `payment-${paymentId}`, limit: 200 }, { pollingInterval: FOLLOW_MS });
  return (
    <Drawer title="Payment" onClose={onClose}>
      {error && <Failed error={error} what="The payment" />}
      {!payment && !error && <Skeleton height={300} />}
      {payment && (
        <div className="stack">
          <div className="between"><StatusPill status={payment.outcome === 'open' || payment.outcome === 'settled' ? payment.status : payment.outcome} /><span className="figure"><Money amount={payment.amount} six /></span></div>
          <dl className="stack" style={{ gap: 6 }}>
            <div className="between"><dt className="dim">From</dt><dd><WalletText wallet={payment.payer} /></dd></div>
            <div className="between"><dt className="dim">To</dt><dd><WalletText wallet={payment.payee} /></dd></div>
            <div className="between"><dt className="dim">Platform fee</dt><dd><Money amount={payment.platformFee} six /> <span className="small dim">({payment.feeStatus})</span></dd></div>
            {payment.legs.filter(({ txHash }) => txHash).map(({ leg, txHash, result }) => <div className="between" key={leg}><dt className="dim">{leg}</dt><dd className="row"><HashText hash={txHash} /><span className="mono dim">{result}</span></dd></div>)}
          </dl>
          {payment.error && <p style={{ color: 'var(--bad)' }}>{payment.error}</p>}
          <h3>Event trail</h3>
          <ol className="trail">
            {trail?.events.map((event) => (
              <li key={event.position} data-ledger={event.type === 'LegValidated'}>
                <div>
                  <div className="between small"><strong>{event.type}</strong><span className="mono dim">{exactTime(event.at)}</span></div>
                  <p className="small dim">{eventSentence(event)}</p>
                  <Link className="small" to={logAddress(event.position)}>Position {Number(event.position)}</Link>
                </div>
              </li>
            ))}
          </ol>
        </div>
      )}
    </Drawer>
  );
}
