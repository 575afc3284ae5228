import type { PaymentView } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { IconHourglassEmpty } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../../../shared/api/base-api';
import { messageOf } from '../../../shared/api/problem';
import { countdown } from '../../../shared/format/format';
import { useNow } from '../../../shared/use-now';
import { Button } from '../../../shared/ui/button/button';
import { Modal } from '../../../shared/ui/modal/modal';
import { Money } from '../../../shared/ui/money/money';
import { Note } from '../../../shared/ui/note/note';
import { Progress } from '../../../shared/ui/progress/progress';
import { Failed, Skeleton } from '../../../shared/ui/states/states';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useCancelPaymentMutation, usePaymentQuery } from '../api';
import { assurance, countdownWords, hasEnded, sentenceOf, titleOf, waitingFor } from '../payment-words';
import { NotSettled, Settled } from './ended-payment';
import { LegList } from './leg-list';
import { SignHere } from './sign-here';
import './payment-dialog.css';

/** D2 §4: while both payments are under way the progress stands at three quarters. */
const UNDER_WAY_PERCENT = 75;

interface Props {
  paymentId: string;
  onClose(): void;
  /** Another payment takes this one's place: the same, asked again. */
  onAgain(id: string): void;
}

/**
 * The one dialog of every payment in the product: what is to be signed, how it goes on, how it ended. Closing it
 * withdraws nothing.
 */
export default function PaymentDialog({ paymentId, onClose, onAgain }: Props) {
  const [over, setOver] = useState(false);
  const {
    currentData: payment,
    error,
    refetch,
  } = usePaymentQuery(paymentId, { pollingInterval: over ? 0 : POLLING.paymentStatus });
  const dispatch = useDispatch();
  const ended = payment ? hasEnded(payment) : false;
  useEffect(() => setOver(ended && payment?.signRequests.length === 0), [ended, payment]);
  useEffect(() => {
    if (ended) dispatch(api.util.invalidateTags(['Properties', 'Participations']));
  }, [ended, dispatch]);
  const before = useRef<PaymentView['status']>(undefined);
  useEffect(() => {
    const sawItHappen = before.current !== undefined && before.current !== 'completed';
    if (sawItHappen && payment?.status === 'completed' && payment.kind === 'property_purchase')
      dispatch(showToast({ title: 'Success', text: 'Tokens purchased successfully!', tone: 'ok' }));
    before.current = payment?.status;
  }, [payment, dispatch]);
  return (
    <Modal title={titleOf(payment)} onClose={onClose} narrow={ended || payment?.status === 'processing'}>
      <div role="status" className="sr-only">
        {payment ? sentenceOf(payment) : ''}
      </div>
      {!payment &&
        (error ? <Failed error={error} retry={() => void refetch()} what="The payment" /> : <Skeleton height={280} />)}
      {payment && error && !over && (
        <div className="pay-away">
          <Note tone="wait" live>
            {messageOf(error, 'The server does not answer.')} Your payment is kept and goes on: this page asks again
            every few seconds.
          </Note>
        </div>
      )}
      {payment?.status === 'completed' && <Settled payment={payment} onClose={onClose} />}
      {payment?.status === 'failed' && <NotSettled payment={payment} onClose={onClose} onAgain={onAgain} />}
      {payment?.status === 'processing' && <OnItsWay payment={payment} onClose={onClose} />}
      {payment?.status === 'pending' && <ToSign payment={payment} />}
    </Modal>
  );
}

/** To be signed: the code beside the legs, on phones the legs first. */
function ToSign({ payment }: { payment: PaymentView }) {
  const now = useNow(1_000);
  const [next] = payment.signRequests;
  return (
    <>
      <div className="pay" data-code={Boolean(next)}>
        <div>
          <LegList payment={payment} />
          <div className="pay-total">
            <div className="between">
              <span className="dim">You sign for</span>
              <strong>
                <Money amount={payment.totalAmount} />
              </strong>
            </div>
            <p className="pay-waiting">
              <IconHourglassEmpty size={18} aria-hidden />
              {waitingFor(payment)} {`Expires\u00a0in\u00a0${countdown(payment.expiresAt, now)}`}
            </p>
          </div>
          <div role="status" className="sr-only">
            {countdownWords(payment.expiresAt, now)}
          </div>
        </div>
        {next && <SignHere key={next.payloadUuid} request={next} />}
      </div>
      <div className="pay-foot">
        {payment.cancellable ? <CancelPayment id={payment.id} /> : <span />}
        <span className="small dim">{assurance(payment)}</span>
      </div>
    </>
  );
}

function CancelPayment({ id }: { id: string }) {
  const [cancel, { isLoading }] = useCancelPaymentMutation();
  const dispatch = useDispatch();
  const withdraw = async () => {
    const result = await cancel(id);
    if (result.error)
      dispatch(
        showToast({ title: 'Payment Failed', text: messageOf(result.error, 'Unable to process payment'), tone: 'bad' }),
      );
  };
  return (
    <Button look="danger" busy={isLoading} onClick={() => void withdraw()}>
      Cancel payment
    </Button>
  );
}

function OnItsWay({ payment, onClose }: { payment: PaymentView; onClose(): void }) {
  return (
    <>
      <LegList payment={payment} />
      <div className="pay-way">
        <Progress label="Payment progress" value={UNDER_WAY_PERCENT} tone="pri" />
        <p className="small dim">
          Both legs are signed. The ledger usually confirms within 5 seconds. You can close this window: the payment
          goes on.
        </p>
      </div>
      {payment.signRequests[0] && (
        <SignHere key={payment.signRequests[0].payloadUuid} request={payment.signRequests[0]} />
      )}
      <div className="pay-foot pay-foot-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </>
  );
}
