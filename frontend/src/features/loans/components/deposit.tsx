import type { LoanView } from '@tknest/contracts/api';
import { useState } from 'react';
import { lateForm } from '../../../shared/late-form';
import { Money } from '../../../shared/ui/money/money';
import { Fold } from './fold';
import style from '../pages/payback-page.module.css';

const DepositForm = lateForm(() => import('./deposit-form'), <div className={style.coming} aria-busy="true" />);

/** The deposit for due installments: its balance, depositing and withdrawing. */
export function Deposit({ loan }: { loan: LoanView }) {
  const [begun, setBegun] = useState(false);
  return (
    <Fold
      title="Deposit"
      figure={
        <span className={`figure ${style.deposit}`}>
          <Money amount={loan.deposit} />
        </span>
      }
      inner
      open={begun}
      className="stack"
    >
      <p className="dim">The deposit pays only this property’s installments. You can withdraw what isn’t needed.</p>
      <DepositForm loan={loan} onBegun={() => setBegun(true)} />
    </Fold>
  );
}
