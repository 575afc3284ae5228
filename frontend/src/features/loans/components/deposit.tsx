import type { LoanView } from '@tknest/contracts/api';
import { useState } from 'react';
import { rlusd } from '../../../shared/format/format';
import { businessDay } from '../../../shared/format/time';
import { lateForm } from '../../../shared/late-form';
import { Money } from '../../../shared/ui/money/money';
import { Note } from '../../../shared/ui/note/note';
import { missingOf } from '../payback';
import type { Filled } from '../use-payback';
import { Fold } from './fold';
import style from '../pages/payback-page.module.css';

const DepositForm = lateForm(() => import('./deposit-form'), <div className={style.coming} aria-busy="true" />);

/** The deposit for due installments: its balance, the missing amount, depositing and withdrawing. */
export function Deposit({ loan }: { loan: LoanView }) {
  const [filled, fill] = useState<Filled>();
  const [begun, setBegun] = useState(false);
  const began = () => {
    setBegun(true);
    fill(undefined);
  };
  return (
    <Fold
      title="Deposit"
      figure={
        <span className={`figure ${style.deposit}`}>
          <Money amount={loan.deposit} />
        </span>
      }
      inner
      open={loan.claims.length > 0 || begun}
      className="stack"
    >
      <p className="dim">The deposit pays only this property’s installments. You can withdraw what isn’t needed.</p>
      {loan.claims.map((claim) => (
        <Note key={claim.dueDate} tone="wait">
          {rlusd(claim.amount)} RLUSD fell due on {businessDay(claim.dueDate)}; {rlusd(claim.missing)} RLUSD is missing.
          No money moved. Deposit the rest, or make a payment above.
          <button type="button" className="note-way" onClick={() => fill(missingOf(loan.claims))}>
            Enter the missing amount
          </button>
        </Note>
      ))}
      <DepositForm loan={loan} filled={filled} onBegun={began} />
    </Fold>
  );
}
