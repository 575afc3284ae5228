import type { PaymentView } from '@tknest/contracts/api';
import { IconCheck, IconRefresh } from '@tabler/icons-react';
import { useRef } from 'react';
import { useDispatch } from 'react-redux';
import { messageOf } from '../../../shared/api/problem';
import { Button } from '../../../shared/ui/button/button';
import { HashText } from '../../../shared/ui/copyable/copyable';
import { Money } from '../../../shared/ui/money/money';
import { Note } from '../../../shared/ui/note/note';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { tokens } from '../../../shared/format/format';
import { usePlatformConfigQuery } from '../../access/api';
import { usePurchaseMutation } from '../api';
import { consolation } from '../payment-words';
import { LegList } from './leg-list';
import { SignHere } from './sign-here';

const PROOFS: Record<string, string> = {
  'trust-line': 'TKNEST line',
  authorise: 'Authorisation',
  recipient: 'Payment',
  platform: 'Platform fee',
  issuance: 'Tokens issued',
};

/** Settled: the amount, what is yours, and the proof. */
export function Settled({ payment, onClose }: { payment: PaymentView; onClose(): void }) {
  const [feeAsked] = payment.signRequests;
  const feeLate = payment.feeStatus === 'open' || payment.feeStatus === 'unpaid';
  return (
    <>
      <div className="pay-verdict">
        <span className="pay-seal" aria-hidden>
          <IconCheck size={28} />
        </span>
        <div>
          <p className="figure">
            <Money amount={payment.totalAmount} />
          </p>
          <p className="dim">
            {payment.tokens
              ? `${tokens(payment.tokens)} of ${payment.propertyName} ${payment.tokens === 1 ? 'is' : 'are'} yours.`
              : 'The payment has arrived.'}
          </p>
        </div>
      </div>
      {feeLate && (
        <Note tone="wait">
          {payment.tokens
            ? 'Your tokens are yours; the fee is still being settled.'
            : 'The payment has arrived; the fee is still being settled.'}
          {feeAsked && (
            <>
              {' '}
              Sign the platform fee of <Money amount={payment.platformFee} /> in your wallet.
            </>
          )}
        </Note>
      )}
      {feeAsked && (
        <div className="pay-fee">
          <SignHere request={feeAsked} />
        </div>
      )}
      <Proof payment={payment} open />
      <div className="pay-foot pay-foot-end">
        <Button look="filled" onClick={onClose}>
          Done
        </Button>
      </div>
    </>
  );
}

/** Nothing came of it: why, what was not taken, and the way to try again. */
export function NotSettled({
  payment,
  onClose,
  onAgain,
}: {
  payment: PaymentView;
  onClose(): void;
  onAgain(id: string): void;
}) {
  const failed = payment.outcome === 'failed';
  return (
    <>
      {!failed && <LegList payment={payment} />}
      <div className="pay-why">
        <Note tone={failed ? 'bad' : 'off'} icon={payment.outcome === 'expired' ? 'expired' : 'refused'}>
          {failed && 'Unable to process RLUSD payment at this time. '}
          {payment.error?.replace(/[^.!?]$/, '$&.')} {failed && 'No fee was taken.'} {consolation(payment)}
        </Note>
      </div>
      {failed && <Proof payment={payment} open={payment.legs.some(({ txHash }) => txHash)} />}
      <div className="pay-foot">
        <Button look="subtle" onClick={onClose}>
          Close
        </Button>
        {payment.kind === 'property_purchase' && (
          <AskAgain payment={payment} label={failed ? 'Try again' : 'Ask again'} onAgain={onAgain} />
        )}
      </div>
    </>
  );
}

/** The same purchase once more, as a payment of its own. */
function AskAgain({ payment, label, onAgain }: { payment: PaymentView; label: string; onAgain(id: string): void }) {
  const [purchase, { isLoading }] = usePurchaseMutation();
  const dispatch = useDispatch();
  const key = useRef(crypto.randomUUID());
  const again = async () => {
    const result = await purchase({
      propertyId: payment.propertyId!,
      tokensToPurchase: payment.tokens!,
      key: key.current,
    });
    if (result.data) return onAgain(result.data.paymentId);
    key.current = crypto.randomUUID();
    dispatch(
      showToast({ title: 'Payment Failed', text: messageOf(result.error, 'Failed to purchase tokens'), tone: 'bad' }),
    );
  };
  return (
    <Button look="filled" busy={isLoading} icon={<IconRefresh size={18} aria-hidden />} onClick={() => void again()}>
      {label}
    </Button>
  );
}

function Proof({ payment, open }: { payment: PaymentView; open: boolean }) {
  const { data: config } = usePlatformConfigQuery();
  const sent = payment.legs.filter(({ txHash }) => txHash);
  return (
    <details className="pay-proof" open={open}>
      <summary>Proof on the ledger</summary>
      {sent.length === 0 && <p className="small dim">Nothing was sent to the ledger.</p>}
      <dl>
        {sent.map(({ leg, txHash, result }) => (
          <div className="between" key={leg}>
            <dt>{PROOFS[leg]}</dt>
            <dd>
              {result && result !== 'tesSUCCESS' && <span className="mono">{result}</span>}
              <HashText hash={txHash} explorer={config?.explorer} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
