import { IconPlayerPlay } from '@tabler/icons-react';
import type { FeeStatus, PaymentView } from '@tknest/contracts/api';
import { Link } from 'react-router';
import { isRefusal } from '../../../shared/api/problem';
import { dayAndTime, duration, tokens, wordsOf } from '../../../shared/format/format';
import { Button } from '../../../shared/ui/button/button';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Drawer } from '../../../shared/ui/modal/modal';
import { Money } from '../../../shared/ui/money/money';
import { Note } from '../../../shared/ui/note/note';
import { Failed, Skeleton } from '../../../shared/ui/states/states';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { useAuditEventsQuery } from '../../audit/api';
import { usePaymentQuery } from '../../payments/api';
import { PaymentTrail } from './payment-trail';

const FOLLOW_MS = 4_000;
const FEES: Record<FeeStatus, string> = { none: '', open: ', open', paid: ', paid', unpaid: ', left unpaid' };
/** Nobody's fault: withdrawn, or left until it was too late. */
const QUIET_ENDS = new Set(['cancelled', 'expired']);
const ENDS = new Set(['PaymentCompleted', 'PaymentFailed', 'PaymentCancelled', 'PaymentExpired']);

/** One payment for an admin: how it stands, and the trail of its events as the log has them. */
export default function PaymentDrawer({ paymentId, onClose }: { paymentId: string; onClose(): void }) {
  const { data: payment, error, refetch } = usePaymentQuery(paymentId, { pollingInterval: FOLLOW_MS });
  const stream = `payment-${paymentId}`;
  const trail = useAuditEventsQuery({ stream, limit: 200 }, { pollingInterval: FOLLOW_MS });
  const events = trail.data?.events ?? [];
  const end = events.findLast(({ type }) => ENDS.has(type));
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
      {error && (
        <Failed
          error={error}
          retry={() => void refetch()}
          what="The payment"
          action={
            isRefusal(error) ? (
              <Button size="sm" onClick={onClose}>
                To the transactions
              </Button>
            ) : undefined
          }
        />
      )}
      {!payment && !error && <Skeleton height={300} />}
      {payment && (
        <>
          <Facts payment={payment} took={end && duration(events[0]!.at, end.at)} />
          <div className="between trail-head">
            <h3>What happened</h3>
            {events.length > 0 && (
              <Link className="btn btn-subtle btn-sm" to={`/audit?position=${events.at(-1)!.position}`}>
                <IconPlayerPlay size={16} aria-hidden />
                Replay to here
              </Link>
            )}
          </div>
          {trail.error && <Failed error={trail.error} retry={() => void trail.refetch()} what="The trail" />}
          {!trail.data && !trail.error && <Skeleton height={240} />}
          <PaymentTrail events={events} />
          {events.length > 0 && (
            <Link className="small" to={`/audit/events?stream=${stream}`}>
              Open in the event log
            </Link>
          )}
        </>
      )}
    </Drawer>
  );
}

function Facts({ payment, took }: { payment: PaymentView; took: string | undefined }) {
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
      <dl>
        <div className="between">
          <dt>From</dt>
          <dd>
            <WalletText wallet={payment.payer} />
          </dd>
        </div>
        <div className="between">
          <dt>To</dt>
          <dd>
            <WalletText wallet={payment.payee} />
          </dd>
        </div>
        <div className="between">
          <dt>Amount</dt>
          <dd>
            <Money amount={payment.amount} six />
          </dd>
        </div>
        <div className="between">
          <dt>Platform fee{status === 'failed' ? ', not taken' : FEES[payment.feeStatus]}</dt>
          <dd>
            <Money amount={payment.platformFee} six />
          </dd>
        </div>
        {took && (
          <div className="between">
            <dt>Started to {status === 'completed' ? 'settled' : 'ended'}</dt>
            <dd>{took}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}
