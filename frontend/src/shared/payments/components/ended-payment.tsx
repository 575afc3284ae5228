import type { PaymentView } from '@tknest/contracts/api';
import { IconRefresh } from '@tabler/icons-react';
import { Button } from '../../ui/button/button';
import { Fact, Facts } from '../../ui/facts/facts';
import { Money } from '../../ui/money/money';
import { Note } from '../../ui/note/note';
import { Seal } from '../../ui/seal/seal';
import { gainOf, kindOf, refusedWords } from '../payment-kinds';
import { owedWords } from '../delivery-words';
import { consolation } from '../payment-words';
import { useStartPayment } from '../use-start-payment';
import { FeeOwed } from './fees-owed';
import { LegList } from './leg-list';
import { Proof } from './proof';
import { SignHere } from './sign-here';

/** A settled payment: the amount, what it bought, and the proof. */
export function Settled({ payment, onClose }: { payment: PaymentView; onClose(): void }) {
  const [feeAsked] = payment.signRequests;
  return (
    <>
      <div className="pay-verdict">
        <Seal />
        <div>
          <p className="figure">
            <Money amount={payment.totalAmount} six />
          </p>
          <p className="dim">{gainOf(payment)}</p>
        </div>
      </div>
      <Distribution payment={payment} />
      {payment.feeStatus === 'unpaid' && <FeeOwed payment={payment} />}
      {payment.feeStatus === 'open' && (
        <Note tone="wait">
          {payment.tokens
            ? 'Your tokens were issued. The fee is still being settled.'
            : 'The payment has arrived; the fee is still being settled.'}
          {feeAsked && (
            <>
              {' '}
              Sign the platform fee of <Money amount={payment.platformFee} six /> in your wallet.
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
          {kindOf(payment.kind).done ?? 'Done'}
        </Button>
      </div>
    </>
  );
}

function Distribution({ payment }: { payment: PaymentView }) {
  const rows = kindOf(payment.kind).distribution;
  if (!rows) return null;
  return (
    <Facts label="Distribution">
      {[payment.amount, payment.platformFee].map((amount, at) => (
        <Fact key={rows[at]} name={rows[at]}>
          <Money amount={amount} six />
        </Fact>
      ))}
    </Facts>
  );
}

/** A payment that moved no money: why, what was not charged, and a button to try again. */
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
  const tone = payment.owedBack ? 'wait' : failed ? 'bad' : 'off';
  return (
    <>
      {!failed && <LegList payment={payment} />}
      <div className="pay-why">
        <Note tone={tone} icon={payment.owedBack ? 'warn' : payment.outcome === 'expired' ? 'expired' : 'refused'}>
          {payment.owedBack ? (
            <OwedBack payment={payment} owedBack={payment.owedBack} />
          ) : (
            <Refused payment={payment} />
          )}
        </Note>
      </div>
      {failed && <Proof payment={payment} open={payment.legs.some(({ txHash }) => txHash)} />}
      <div className="pay-foot">
        <Button look="subtle" onClick={onClose}>
          Close
        </Button>
        {!payment.owedBack && (
          <StartAgain payment={payment} label={failed ? 'Try again' : 'Start again'} onAgain={onAgain} />
        )}
      </div>
    </>
  );
}

function Refused({ payment }: { payment: PaymentView }) {
  const failed = payment.outcome === 'failed';
  const { error, kind } = payment;
  // The escrow may have released a refund before that was known.
  const still = failed && kind !== 'refund' && !error?.includes('No money moved') && 'No money moved.';
  return (
    <>
      {failed && `${refusedWords(kind)} `}
      {error?.replace(/[^.!?]$/, '$&.')} {still} {consolation(payment)}
    </>
  );
}

/** The money arrived, but no tokens are issued for it: who owes it back, and what happens with the fee. */
function OwedBack({ payment, owedBack }: { payment: PaymentView; owedBack: NonNullable<PaymentView['owedBack']> }) {
  const fee = payment.feeOwedBack
    ? 'The platform fee is sent back to you.'
    : payment.feeStatus === 'paid' && 'The platform fee is kept: your wallet was set to refuse the tokens.';
  return (
    <>
      Your payment arrived, and the tokens could not be issued. {owedWords(owedBack, payment.propertyName)} {fee}
    </>
  );
}

/** Starts the same again, as a new payment. */
function StartAgain({ payment, label, onAgain }: { payment: PaymentView; label: string; onAgain(id: string): void }) {
  const { start, busy } = useStartPayment(onAgain);
  const again = () => start(payment.kind, kindOf(payment.kind).again(payment));
  return (
    <Button look="filled" busy={busy} icon={<IconRefresh size={18} aria-hidden />} onClick={() => void again()}>
      {label}
    </Button>
  );
}
