import type { LoanView, PropertyView } from '@tknest/contracts/api';
import { autopayEstimate, parseRlusd, percent, toNumber } from '@tknest/contracts/money';
import { LOAN } from '@tknest/contracts/rules';
import { useState } from 'react';
import { rlusd } from '../../../shared/format/format';
import { useAppDispatch } from '../../../shared/store/store';
import { PlainSwitch } from '../../../shared/ui/inputs/plain';
import { Select } from '../../../shared/ui/inputs/select';
import { Note } from '../../../shared/ui/note/note';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { messageOf } from '../../../shared/api/problem';
import { useSetupAutopayMutation } from '../api';
import style from '../pages/payback-page.module.css';

/** `1st`, `15th`, `22nd` */
export function ordinal(day: number): string {
  const end = day % 100 >= 11 && day % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${end}`;
}

const { min, max } = LOAN.paymentDueDay;
const DAYS = Array.from({ length: max - min + 1 }, (_, index) => ({
  value: String(min + index),
  label: `${ordinal(min + index)} of the month`,
}));

/** The loan has one due day, which can be moved until the first payment is due or made; the server decides. */
const mayMove = ({ rentAutomation, due, schedule }: LoanView): boolean =>
  !rentAutomation && !due && schedule.length > 0 && schedule.every(({ paid }) => !paid);

/** The specification's estimate for this loan, in RLUSD with cents. */
const estimateOf = ({ loanPrincipal, interestRate, loanTermMonths }: LoanView): number =>
  toNumber(
    autopayEstimate(
      parseRlusd(loanPrincipal ?? 0),
      percent(((interestRate ?? 0) * 100).toFixed(4)),
      Math.max(1, loanTermMonths ?? 1),
    ),
  );

interface Props {
  loan: LoanView;
  property: PropertyView | undefined;
  landlord: string;
  investorWallet: string;
}

/** REQ-2.4.4: whether due installments are collected from the deposit. */
export function Autopay({ loan, property, landlord, investorWallet }: Props) {
  const [setup, { isLoading }] = useSetupAutopayMutation();
  const dispatch = useAppDispatch();
  const on = loan.autoPayEnabled ?? false;
  const [chosen, setChosen] = useState<number | null>(null);
  const due = chosen ?? loan.paymentDueDay ?? LOAN.paymentDueDay.default;
  const change = async (autoPayEnabled: boolean) => {
    if (isLoading) return;
    const { error } = await setup({
      propertyId: loan.propertyId,
      propertyName: property?.name ?? '',
      loanPrincipal: loan.loanPrincipal ?? 0,
      interestRate: loan.interestRate ?? 0,
      loanTermMonths: loan.loanTermMonths ?? 0,
      paymentDueDay: due,
      landlordWallet: landlord,
      investorWallet: investorWallet.trim(),
      autoPayEnabled,
    });
    if (error) {
      const text = messageOf(error, 'Failed to enable automatic payments. Please try again.');
      return void dispatch(showToast({ title: 'Setup Failed', text, tone: 'bad' }));
    }
    dispatch(
      showToast(
        autoPayEnabled
          ? { title: 'Auto-pay Setup Complete', text: `Monthly payment due on the ${ordinal(due)}`, tone: 'ok' }
          : { title: 'Automatic payments are off', text: 'Nothing is collected until you turn them on.', tone: 'ok' },
      ),
    );
  };
  return (
    <div>
      <div className="between">
        <h2 id="autopay">Automatic payments</h2>
        <PlainSwitch
          aria-label="Automatic payments"
          checked={on}
          // An empty investor wallet disables it (REQ-2.5.9).
          disabled={loan.rentAutomation || (!on && investorWallet.trim() === '')}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
      </div>
      <p className="dim">
        On the {ordinal(due)} of each month, the amount due is collected from your deposit: 97.5% goes to the holders,
        2.5% is the platform fee. We never collect more than is due.
      </p>
      {!on && mayMove(loan) && (
        <Select
          label="Due day"
          description="You can’t change it once the first payment is due."
          className={style.day}
          data={DAYS}
          value={String(due)}
          allowDeselect={false}
          onChange={(day) => day && setChosen(Number(day))}
        />
      )}
      {!loan.rentAutomation && (
        <p className="small dim">
          Collected each month: {rlusd(loan.monthlyPaymentAmount ?? 0)} RLUSD. Rough estimate, principal ÷ months plus
          fee: {rlusd(estimateOf(loan))} RLUSD.
        </p>
      )}
      {loan.rentAutomation && (
        <Note tone="run">An admin has set up rent automation, which collects what is due on this property.</Note>
      )}
    </div>
  );
}
