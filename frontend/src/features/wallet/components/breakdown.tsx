import { type TrustStatusView, DirectPaymentRequest } from '@tknest/contracts/api';
import { feeOf, parseRlusd, toNumber } from '@tknest/contracts/money';
import { FEES_BPS } from '@tknest/contracts/rules';
import { IconWallet } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { problemsOf } from '../../../shared/form/contract-resolver';
import { rlusd, sumOf } from '../../../shared/format/format';
import { rateOf } from '../../../shared/payments/payment-kinds';
import { Button } from '../../../shared/ui/button/button';
import { Money } from '../../../shared/ui/money/money';
import { Note } from '../../../shared/ui/note/note';
import { Split } from '../../../shared/ui/split/split';
import { WalletBadge } from './this-wallet';

interface Props {
  /** Null while the amount cannot be sent. */
  breakdown: Parts | null;
  trust: TrustStatusView | undefined;
  busy: boolean;
  /** The id of the form that the button submits. */
  form: string;
  onPay(event: MouseEvent): void;
}

/** The amount to sign for, the balance afterwards, and the button (REQ-2.2.9.1). */
export function Breakdown({ breakdown, trust, busy, form, onPay }: Props) {
  const { amount, fee, total } = breakdown ?? { amount: 0, fee: 0, total: 0 };
  const after = trust?.hasTrustLine ? sumOf(trust.balance, -total) : null;
  const ready = breakdown && trust?.hasTrustLine;
  return (
    <section className="card stack wallet-aside" aria-labelledby="breakdown">
      <h2 id="breakdown">Payment breakdown</h2>
      <Split amount={amount} fee={fee} feeName={`Platform fee, ${rateOf(FEES_BPS.directPayment)}`} />
      <dl className="wallet-after">
        <div>
          <dt>Balance after</dt>
          <dd>{after === null ? '—' : after < 0 ? 'Not enough' : <Money amount={after} six />}</dd>
        </div>
        <div>
          <dt>Trust line</dt>
          <dd>{trust ? <WalletBadge of={trust} /> : '…'}</dd>
        </div>
      </dl>
      {trust && !trust.hasTrustLine && (
        <Note tone="wait">
          Your wallet has no RLUSD trust line yet. <Link to="/trust-line-setup">Set it up first</Link>
        </Note>
      )}
      <Button
        type="submit"
        form={form}
        look={ready ? 'filled' : 'muted'}
        size="lg"
        wide
        busy={busy}
        icon={<IconWallet size={18} aria-hidden />}
        onClick={onPay}
      >
        {breakdown ? `Pay ${rlusd(total, 'six')} RLUSD` : 'Pay'}
      </Button>
      <p className="xsmall dim wallet-centre">Two signatures: the payment, then the fee</p>
    </section>
  );
}

export interface Parts {
  amount: number;
  fee: number;
  total: number;
}

/** The amount to sign for, with its parts; null if the amount cannot be sent. */
export function breakdownOf(text: string): Parts | null {
  const amount = text.trim() === '' ? NaN : Number(text);
  const wrong = problemsOf(DirectPaymentRequest, { recipientWallet: 'r'.repeat(25), amount });
  if (wrong.amount) return null;
  const sent = parseRlusd(amount.toFixed(6));
  const fee = feeOf(sent, FEES_BPS.directPayment);
  return { amount: toNumber(sent), fee: toNumber(fee), total: toNumber(sent + fee) };
}
