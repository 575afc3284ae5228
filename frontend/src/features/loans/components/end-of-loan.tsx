import type { LoanView } from '@tknest/contracts/api';
import { useState } from 'react';
import { messageOf } from '../../../shared/api/problem';
import { rlusd } from '../../../shared/format/format';
import { businessDay } from '../../../shared/format/time';
import { useAppDispatch } from '../../../shared/store/store';
import { Button } from '../../../shared/ui/button/button';
import { Confirm } from '../../../shared/ui/later/dialogs';
import { Note } from '../../../shared/ui/note/note';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useGiveRedemptionNoticeMutation } from '../api';
import { Fold } from './fold';
import style from '../pages/payback-page.module.css';

/** The amount that closes the loan today, and the notice to redeem the tokens (30 days, REQ-1.9.6). */
export function EndOfLoan({ loan, onPayOff }: { loan: LoanView; onPayOff(amount: number): void }) {
  const [asked, setAsked] = useState(false);
  const { quote } = loan;
  if (!quote) return null;
  return (
    <Fold title="Pay off" className="card stack">
      <p>
        <strong>{rlusd(quote.amount)} RLUSD</strong> closes the loan on {businessDay(quote.date)}:{' '}
        {rlusd(quote.principal)} principal and {rlusd(quote.interest)} interest.{' '}
        <span className="dim">A payment started today closes the loan, even if the ledger validates it later.</span>
      </p>
      {quote.arriving > 0 && (
        <Note tone="wait">
          A repayment of {rlusd(quote.arriving)} RLUSD could still arrive. The payoff does not count it yet.
        </Note>
      )}
      {loan.redemption && (
        <Note tone="run">
          Notice of redemption was given. The tokens can be redeemed from {businessDay(loan.redemption.redeemableFrom)},
          at that day’s quote.
        </Note>
      )}
      <div className={style.inline}>
        <Button onClick={() => onPayOff(quote.amount)}>Use this amount</Button>
        {!loan.redemption && (
          <Button look="subtle" onClick={() => setAsked(true)}>
            Give notice of redemption
          </Button>
        )}
      </div>
      {asked && <Notice propertyId={loan.propertyId} onClose={() => setAsked(false)} />}
    </Fold>
  );
}

function Notice({ propertyId, onClose }: { propertyId: number; onClose(): void }) {
  const [error, setError] = useState<string>();
  const [give] = useGiveRedemptionNoticeMutation();
  const dispatch = useAppDispatch();
  const confirm = async () => {
    const { data, error: refused } = await give({ propertyId });
    if (!data) return setError(messageOf(refused, 'The notice could not be given'));
    const text = `All tokens can be redeemed from ${businessDay(data.noticeUntil)}.`;
    dispatch(showToast({ title: 'Notice given', text, tone: 'ok' }));
    onClose();
  };
  return (
    <Confirm
      title="Give notice to redeem all tokens?"
      action="Give notice"
      safe="Keep the loan"
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>All token holders are notified. In 30 days you pay that day’s quote, and the tokens end.</p>
      {error && (
        <Note tone="bad" live>
          {error}
        </Note>
      )}
    </Confirm>
  );
}
