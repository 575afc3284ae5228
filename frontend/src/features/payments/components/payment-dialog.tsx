import { IconCircleCheck, IconCircleX, IconClockOff } from '@tabler/icons-react';
import type { PaymentView, SignRequestView } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../../../shared/api/base-api';
import { messageOf } from '../../../shared/api/problem';
import { countdown } from '../../../shared/format/format';
import { useNow } from '../../../shared/use-now';
import { Button } from '../../../shared/ui/button/button';
import { HashText } from '../../../shared/ui/copyable/copyable';
import { Modal } from '../../../shared/ui/modal/modal';
import { Money } from '../../../shared/ui/money/money';
import { Note } from '../../../shared/ui/note/note';
import { QrCode } from '../../../shared/ui/qr/qr';
import { Failed, Skeleton } from '../../../shared/ui/states/states';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useCancelPaymentMutation, usePaymentQuery } from '../api';
import { LegList } from './leg-list';
import './payment-dialog.css';

const hasEnded = (payment: PaymentView) => payment.status === 'completed' || payment.status === 'failed';

/** The one dialog of every payment in the product: what is to be signed, how it goes on, how it ended. Closing it withdraws nothing. */
export default function PaymentDialog({ paymentId, onClose }: { paymentId: string; onClose(): void }) {
  const ended = useRef(false);
  const { data: payment, error, refetch } = usePaymentQuery(paymentId, { pollingInterval: ended.current ? 0 : POLLING.paymentStatus });
  const dispatch = useDispatch();
  ended.current = payment ? hasEnded(payment) && payment.signRequests.length === 0 : false;
  const status = payment?.status;
  useEffect(() => {
    if (status === 'completed' || status === 'failed') dispatch(api.util.invalidateTags(['Properties', 'Participations']));
  }, [status, dispatch]);
  return (
    <Modal title={titleOf(payment)} onClose={onClose}>
      <div aria-live="polite" className="sr-only">{payment ? sentenceOf(payment) : ''}</div>
      {!payment && !error && <Skeleton height={280} />}
      {!payment && error && <Failed error={error} retry={() => void refetch()} what="The payment" />}
      {payment && (hasEnded(payment) ? <Ended payment={payment} onClose={onClose} /> : <UnderWay payment={payment} onClose={onClose} />)}
    </Modal>
  );
}

function titleOf(payment: PaymentView | undefined): string {
  if (!payment) return 'Payment';
  if (payment.status === 'completed') return 'Payment settled';
  if (payment.status === 'failed') return { cancelled: 'Payment cancelled', declined: 'Payment declined', expired: 'Payment expired' }[payment.outcome as string] ?? 'Payment failed';
  if (payment.status === 'processing') return 'On its way';
  const count = payment.signRequests.length;
  if (payment.signRequests[0]?.leg === 'trust-line') return 'Allow property tokens, once';
  return count > 1 ? 'Sign two transactions' : 'Sign one transaction';
}

/** What has changed, for those who listen. */
function sentenceOf(payment: PaymentView): string {
  if (payment.status === 'completed') return `Payment settled. ${payment.tokens ? `${payment.tokens} tokens are yours.` : ''}`;
  if (payment.status === 'failed') return payment.error ?? 'The payment failed.';
  if (payment.status === 'processing') return 'Both transactions are signed. The payment is on its way to the ledger.';
  return payment.signRequests[0] ? `Waiting for your signature: ${payment.signRequests.map(({ leg }) => leg).join(' and ')}` : 'Preparing the next signature.';
}

function UnderWay({ payment, onClose }: { payment: PaymentView; onClose(): void }) {
  const now = useNow(1_000);
  const [cancel, { isLoading }] = useCancelPaymentMutation();
  const dispatch = useDispatch();
  const next = payment.signRequests[0];
  const withdraw = async () => {
    const result = await cancel(payment.id);
    if (result.error) dispatch(showToast({ title: 'Payment Failed', text: messageOf(result.error, 'Unable to process payment'), tone: 'bad' }));
  };
  return (
    <>
      <div className={next ? 'pay' : undefined}>
        {next && <SignHere request={next} />}
        <div>
          <LegList payment={payment} current={next?.leg} />
          <div className="pay-total">
            <div className="between"><span className="dim">You sign for</span><strong><Money amount={payment.totalAmount} /></strong></div>
            {payment.status === 'processing' ? (
              <>
                <div className="pay-bar" role="progressbar" aria-valuenow={75} aria-valuemin={0} aria-valuemax={100} aria-label="Payment progress"><span style={{ width: '75%' }} /></div>
                <p className="small dim">You may close this window: the payment goes on.</p>
              </>
            ) : (
              <p style={{ color: 'var(--run)' }}>{next ? 'Waiting for your wallet.' : 'Preparing.'} Expires in {countdown(payment.expiresAt, now)}</p>
            )}
          </div>
        </div>
      </div>
      <div className="pay-foot">
        {payment.cancellable ? <Button look="danger" busy={isLoading} onClick={() => void withdraw()}>Cancel payment</Button> : <span />}
        {payment.cancellable ? <span className="small dim">Nothing moves until both are signed.</span> : <Button onClick={onClose}>Close</Button>}
      </div>
    </>
  );
}

function SignHere({ request }: { request: SignRequestView }) {
  return (
    <div className="pay-qr">
      <QrCode src={request.qrCode} alt="QR code: scan it with your wallet app" />
      <a className="btn btn-filled btn-lg" href={request.deepLink} target="_blank" rel="noreferrer">Open in Xaman</a>
      <p className="small dim">Scan with your wallet app</p>
    </div>
  );
}

function Ended({ payment, onClose }: { payment: PaymentView; onClose(): void }) {
  const settled = payment.status === 'completed';
  const Icon = settled ? IconCircleCheck : payment.outcome === 'expired' ? IconClockOff : IconCircleX;
  return (
    <>
      <div className="verdict" style={{ color: settled ? 'var(--ok)' : payment.outcome === 'failed' ? 'var(--bad)' : 'var(--off)' }}>
        <Icon aria-hidden />
        <p className="figure" style={{ color: 'var(--text)' }}><Money amount={payment.amount} /></p>
        <p style={{ color: 'var(--text)' }}>
          {settled ? (payment.tokens ? `${payment.tokens} tokens of ${payment.propertyName} are yours.` : 'The payment has arrived.') : payment.error}
        </p>
        {!settled && payment.tokens !== null && <p className="small dim">Your {payment.tokens} tokens are free again.</p>}
      </div>
      {settled && payment.feeStatus !== 'paid' && payment.feeStatus !== 'none' && <Note tone="wait">Your tokens are yours; the fee is still being settled.</Note>}
      {settled && payment.signRequests[0] && <div style={{ marginTop: 12 }}><SignHere request={payment.signRequests[0]} /></div>}
      <details className="proof" open={settled}>
        <summary>Proof on the ledger</summary>
        <dl>
          {payment.legs.filter(({ txHash }) => txHash).map(({ leg, txHash, result }) => (
            <div className="between" key={leg}><dt className="dim small">{LEG_NAMES[leg]}</dt><dd className="row"><HashText hash={txHash} /><span className="mono dim">{result ?? ''}</span></dd></div>
          ))}
          {payment.legs.every(({ txHash }) => !txHash) && <p className="small dim">Nothing was sent to the ledger.</p>}
        </dl>
      </details>
      <div className="pay-foot"><span /><Button look="filled" onClick={onClose}>Done</Button></div>
    </>
  );
}

const LEG_NAMES: Record<string, string> = { 'trust-line': 'Trust line', authorise: 'Authorisation', recipient: 'Payment to the owner', platform: 'Platform fee', issuance: 'Tokens issued' };
