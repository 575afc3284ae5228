import type { LoanView } from '@tknest/contracts/api';
import { useState } from 'react';
import { once } from '../../../shared/api/intent';
import { messageOf } from '../../../shared/api/problem';
import { useKept } from '../../../shared/form/use-kept';
import { rlusd } from '../../../shared/format/format';
import { businessDay } from '../../../shared/format/time';
import { useStartPayment } from '../../../shared/payments/use-start-payment';
import { useAppDispatch } from '../../../shared/store/store';
import { Button } from '../../../shared/ui/button/button';
import { Confirm } from '../../../shared/ui/confirm/confirm';
import { NumberField } from '../../../shared/ui/inputs/inputs';
import { Money } from '../../../shared/ui/money/money';
import { Note } from '../../../shared/ui/note/note';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useWithdrawDepositMutation } from '../api';
import { amountOf, missingOf, withdrawableOf } from '../payback';
import style from '../pages/payback-page.module.css';

/** The deposit for due installments: its balance, the missing amount, depositing and withdrawing. */
export function Deposit({ loan }: { loan: LoanView }) {
  const [typed, setTyped, forget] = useKept<string>(`deposit:${loan.propertyId}`, '');
  const [withdrawing, setWithdrawing] = useState(false);
  const { start, busy } = useStartPayment();
  const amount = amountOf(typed);
  const some = amountOf(withdrawableOf(loan.deposit)) !== null;
  const pay = async () => {
    if (amount === null) return;
    const body = { propertyId: loan.propertyId, amount };
    if (await start('deposit', { url: 'api/rlusd/deposit', body })) forget();
  };
  return (
    <section className="card stack" aria-labelledby="deposit">
      <div className="between">
        <h2 id="deposit">Deposit</h2>
        <span className={`figure ${style.deposit}`}>
          <Money amount={loan.deposit} />
        </span>
      </div>
      <p className="dim">It only pays what falls due on this property. You can withdraw what is not needed.</p>
      {loan.claims.map((claim) => (
        <Note key={claim.dueDate} tone="wait">
          {rlusd(claim.amount)} RLUSD fell due on {businessDay(claim.dueDate)}; {rlusd(claim.missing)} RLUSD is missing.
          No money moved. Deposit the rest, or make a payment above.
          <button type="button" className="note-way" onClick={() => setTyped(missingOf(loan.claims))}>
            Enter the missing amount
          </button>
        </Note>
      ))}
      <div className={style.inline}>
        <NumberField
          label="Amount to deposit"
          suffix=" RLUSD"
          value={typed}
          min={0}
          decimalScale={2}
          hideControls
          error={typed !== '' && amount === null ? 'Amounts have at most 2 decimals' : undefined}
          onChange={(value) => setTyped(String(value))}
        />
        <Button busy={busy} unavailable={amount === null} onClick={() => void pay()}>
          Deposit
        </Button>
        <Button look="subtle" unavailable={!some} onClick={() => setWithdrawing(some)}>
          Withdraw deposit
        </Button>
      </div>
      {withdrawing && <Withdraw loan={loan} onClose={() => setWithdrawing(false)} />}
    </section>
  );
}

function Withdraw({ loan, onClose }: { loan: LoanView; onClose(): void }) {
  const [typed, setTyped] = useState(() => withdrawableOf(loan.deposit));
  const [error, setError] = useState<string>();
  const [withdraw] = useWithdrawDepositMutation();
  const dispatch = useAppDispatch();
  const amount = amountOf(typed);
  const confirm = async () => {
    if (amount === null) return setError('Amounts have at most 2 decimals');
    const wish = { propertyId: loan.propertyId, amount };
    const { error: refused } = await once(['withdraw-deposit', wish], (key) => withdraw({ ...wish, key }));
    if (refused) return setError(messageOf(refused, 'Couldn’t withdraw the deposit'));
    const text = `${rlusd(amount)} RLUSD is on its way to your wallet.`;
    dispatch(showToast({ title: 'Withdrawal started', text, tone: 'ok' }));
    onClose();
  };
  return (
    <Confirm title="Withdraw from the deposit?" action="Withdraw" safe="Keep it" onConfirm={confirm} onClose={onClose}>
      <p>It goes to your own wallet. Amounts in arrears or reserved for a due date stay.</p>
      <NumberField
        label="Amount"
        suffix=" RLUSD"
        value={typed}
        decimalScale={2}
        hideControls
        error={error}
        onChange={(value) => {
          setTyped(String(value));
          setError(undefined);
        }}
      />
    </Confirm>
  );
}
