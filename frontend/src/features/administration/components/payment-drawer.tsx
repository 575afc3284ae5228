import { IconPlayerPlay } from '@tabler/icons-react';
import type { FeeStatus, PaymentView } from '@tknest/contracts/api';
import { Link } from 'react-router';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { tokens, wordsOf } from '../../../shared/format/format';
import { dayAndTime, duration } from '../../../shared/format/time';
import { Button } from '../../../shared/ui/button/button';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Fact, Facts } from '../../../shared/ui/facts/facts';
import { Drawer } from '../../../shared/ui/modal/modal';
import { Money } from '../../../shared/ui/money/money';
import { Note } from '../../../shared/ui/note/note';
import { Shown } from '../../../shared/ui/shown/shown';
import { Skeleton } from '../../../shared/ui/states/states';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { useAuditEventsQuery } from '../../../shared/record/api';
import { usePaymentQuery } from '../../../shared/payments/api';
import { PaymentTrail } from './payment-trail';

const FOLLOW_MS = 4_000;
const FEES: Record<FeeStatus, string> = { none: '', open: ', open', paid: ', paid', unpaid: ', left unpaid' };
/** Ended without a fault: canceled or expired. */
const QUIET_ENDS = new Set(['cancelled', 'expired']);
const ENDS = new Set(['PaymentCompleted', 'PaymentFailed', 'PaymentCancelled', 'PaymentExpired']);

/** One payment for an admin: its state, and its events from the log. */
export default function PaymentDrawer({ paymentId, onClose }: { paymentId: string; onClose(): void }) {
  const polling = usePolling(FOLLOW_MS);
  const shown = useShown(usePaymentQuery(paymentId, polling));
  const stream = `payment-${paymentId}`;
  const trail = useShown(useAuditEventsQuery({ stream, limit: 200 }, polling));
  const events = trail.data?.events ?? [];
  const [first, last] = [events[0], events.at(-1)];
  const end = events.findLast(({ type }) => ENDS.has(type));
  const back = (
    <Button size="sm" onClick={onClose}>
      Back to transactions
    </Button>
  );
  return (
    <Drawer
      title={
        <>
          Payment{' '}
          <span className="mono" title={paymentId}>
            {paymentId.slice(0, 8)}
          </span>
        </>
      }
      onClose={onClose}
    >
      <Shown of={shown} what="The payment" skeleton={<Skeleton height={300} />} wayOut={back}>
        {(payment) => (
          <>
            <Standing payment={payment} took={first && end && duration(first.at, end.at)} />
            <div className="between trail-head">
              <h3>What happened</h3>
              {last && (
                <Link className="btn btn-subtle btn-sm" to={`/audit?position=${last.position}`}>
                  <IconPlayerPlay size={16} aria-hidden />
                  Replay to here
                </Link>
              )}
            </div>
            <Shown of={trail} what="Event trail" skeleton={<Skeleton height={240} />}>
              {(page) => <PaymentTrail events={page.events} />}
            </Shown>
            {events.length > 0 && (
              <Link className="small" to={`/audit/events?stream=${stream}`}>
                Open in the event log
              </Link>
            )}
          </>
        )}
      </Shown>
    </Drawer>
  );
}

function Standing({ payment, took }: { payment: PaymentView; took: string | undefined }) {
  const { kind, outcome, status, error, propertyName } = payment;
  return (
    <div className="payment-facts">
      <div className="between">
        <StatusPill status={outcome === 'open' || outcome === 'settled' ? status : outcome} />
        <span className="small dim">{dayAndTime(payment.createdAt)}</span>
      </div>
      <p className="figure">
        <Money amount={payment.totalAmount} six />
      </p>
      <p className="dim">
        {wordsOf(kind)}
        {payment.tokens ? `, ${tokens(payment.tokens)}` : ''}
        {propertyName ? `${payment.tokens ? ' of' : ','} ${propertyName}` : ''}
      </p>
      {error && <Note tone={QUIET_ENDS.has(outcome) ? 'off' : 'bad'}>{error}</Note>}
      <Facts>
        <Fact name="From">
          <WalletText wallet={payment.payer} />
        </Fact>
        <Fact name="To">
          <WalletText wallet={payment.payee} />
        </Fact>
        <Fact name="Amount">
          <Money amount={payment.amount} six />
        </Fact>
        <Fact name={<>Platform fee{status === 'failed' ? ', not taken' : FEES[payment.feeStatus]}</>}>
          <Money amount={payment.platformFee} six />
        </Fact>
        {took && <Fact name={<>Started to {status === 'completed' ? 'settled' : 'ended'}</>}>{took}</Fact>}
      </Facts>
    </div>
  );
}
