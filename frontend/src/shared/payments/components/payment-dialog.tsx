import type { PaymentView } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { useEffect } from 'react';
import { api } from '../../api/base-api';
import { isRefusal, messageOf } from '../../api/problem';
import { countdown } from '../../format/time';
import { useFollow } from '../../sign/use-follow';
import { useAppDispatch } from '../../store/store';
import { useNow } from '../../use-now';
import { Button } from '../../ui/button/button';
import { Modal } from '../../ui/modal/modal';
import { Money } from '../../ui/money/money';
import { Note } from '../../ui/note/note';
import { Progress } from '../../ui/progress/progress';
import { Failed, Skeleton } from '../../ui/states/states';
import { settleToast, showToast } from '../../ui/toast/toast.slice';
import { Waiting } from '../../ui/waiting/waiting';
import { useCancelPaymentMutation, usePaymentQuery } from '../api';
import { undeliverableWords } from '../delivery-words';
import {
  assurance,
  countdownWords,
  fastWords,
  hasEnded,
  sentenceOf,
  signedWords,
  titleOf,
  waitingFor,
} from '../payment-words';
import { NotSettled, Settled } from './ended-payment';
import { LegList } from './leg-list';
import { SignHere } from './sign-here';
import './payment-dialog.css';

/** REQ-2.4.1: while both payments are in progress the bar is at three quarters. */
const UNDER_WAY_PERCENT = 75;

/** Ended with nothing left to sign, not even a late fee. */
const isOver = (payment: PaymentView) => hasEnded(payment) && payment.signRequests.length === 0;

const isPaid = ({ status }: PaymentView) => status === 'processing' || status === 'settling';

interface Props {
  paymentId: string;
  onClose(): void;
  /** Called with the id of the payment that replaces this one when the user tries again. */
  onAgain(id: string): void;
}

/** The dialog of all payments: what to sign, the progress and the outcome. Closing it does not cancel the payment. */
export default function PaymentDialog({ paymentId, onClose, onAgain }: Props) {
  const {
    data: payment,
    error,
    refetch,
  } = useFollow(usePaymentQuery, paymentId, {
    every: POLLING.paymentStatus,
    isOver,
  });
  const dispatch = useAppDispatch();
  const ended = payment ? hasEnded(payment) : false;
  // The watcher reports how it ended, here as on other pages; it polls now.
  useEffect(() => {
    if (!ended) return;
    dispatch(api.util.invalidateTags(['Properties', 'Purchases', 'Payments']));
    // That it was initiated is no longer what to do.
    dispatch(settleToast('run'));
  }, [ended, dispatch]);
  return (
    <Modal title={titleOf(payment)} onClose={onClose} narrow={ended || (payment && isPaid(payment))}>
      <div role="status" className="sr-only">
        {payment ? sentenceOf(payment) : ''}
      </div>
      {!payment &&
        (error ? (
          <Failed
            error={error}
            retry={refetch}
            what="The payment"
            action={isRefusal(error) ? <Button onClick={onClose}>Close</Button> : undefined}
          />
        ) : (
          <Skeleton height={280} />
        ))}
      {payment && Boolean(error) && !isOver(payment) && (
        <div className="pay-away">
          <Note tone="wait" live>
            {messageOf(error, 'The server is not responding.')} Your payment is safe and continues. This page checks
            again every few seconds.
          </Note>
        </div>
      )}
      {payment?.status === 'completed' && <Settled payment={payment} onClose={onClose} />}
      {payment?.status === 'failed' && <NotSettled payment={payment} onClose={onClose} onAgain={onAgain} />}
      {payment && isPaid(payment) && <OnItsWay payment={payment} onClose={onClose} />}
      {payment?.status === 'pending' && <ToSign payment={payment} />}
    </Modal>
  );
}

/** The signing view: the code beside the legs; on phones, the legs first. */
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
                <Money amount={payment.totalAmount} six />
              </strong>
            </div>
            {fastWords(payment) && <p className="small dim">{fastWords(payment)}</p>}
            <Waiting>
              {waitingFor(payment)} {`Expires\u00a0in\u00a0${countdown(payment.expiresAt, now)}`}
            </Waiting>
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
  const dispatch = useAppDispatch();
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

/** Paid, but the wallet does not accept the tokens: why, what to do, and by when. */
function Undeliverable({ of }: { of: NonNullable<PaymentView['undeliverable']> }) {
  const { why, todo, until } = undeliverableWords(of);
  return (
    <div className="pay-hold">
      <Note tone="wait" live>
        <p>{why}</p>
        <p>
          <strong>{todo}</strong>
        </p>
        <p className="small">{until}</p>
      </Note>
    </div>
  );
}

function OnItsWay({ payment, onClose }: { payment: PaymentView; onClose(): void }) {
  return (
    <>
      <LegList payment={payment} />
      {payment.undeliverable ? (
        <Undeliverable of={payment.undeliverable} />
      ) : (
        <div className="pay-way">
          <Progress label="Payment progress" value={UNDER_WAY_PERCENT} tone="pri" />
          <p className="small dim">
            {signedWords(payment)} The ledger usually confirms within 5 seconds. You can close this window: the payment
            continues.
          </p>
        </div>
      )}
      {payment.signRequests[0] && (
        <SignHere key={payment.signRequests[0].payloadUuid} request={payment.signRequests[0]} />
      )}
      <div className="pay-foot pay-foot-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </>
  );
}
