import { WithdrawRevenueRequest, type RevenueView, type RevenueWithdrawal } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { once } from '../../../shared/api/intent';
import { messageOf } from '../../../shared/api/problem';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { contractResolver } from '../../../shared/form/contract-resolver';
import { FigureField } from '../../../shared/form/fields';
import { Form, NOT_SENT_YET } from '../../../shared/form/form';
import { rlusd } from '../../../shared/format/format';
import { dayAndTime } from '../../../shared/format/time';
import { reasonOf } from '../../../shared/payouts/payout-words';
import { isProposed, useProposed } from '../../../shared/proposals/use-proposed';
import { useSessionQuery } from '../../../shared/session/api';
import { can } from '../../../shared/session/can';
import { useAppDispatch } from '../../../shared/store/store';
import { Button } from '../../../shared/ui/button/button';
import { Confirm } from '../../../shared/ui/later/dialogs';
import { HashText, WalletText } from '../../../shared/ui/copyable/copyable';
import { Fact, Facts } from '../../../shared/ui/facts/facts';
import { Money } from '../../../shared/ui/money/money';
import { Note } from '../../../shared/ui/note/note';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useCancelRevenueMutation, useRevenueQuery, useWithdrawRevenueMutation } from '../api';
import { PayoutsFrame } from '../components/payouts-frame';

/** Below each other where they would be too narrow. */
const SIDE_BY_SIDE = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 360px), 1fr))',
  gap: 'var(--space-md)',
  alignItems: 'start',
} as const;

/** The platform's fees: what can be withdrawn, why not the rest, and what was withdrawn. */
export default function RevenuePage() {
  const revenue = useShown(useRevenueQuery(undefined, usePolling(POLLING.adminOther)));
  const { data: session } = useSessionQuery();
  const decides = can(session?.userRole, 'run-payouts');
  return (
    <PayoutsFrame title="Revenue" text="The platform’s fees, and what can be withdrawn." of={revenue}>
      <Shown of={revenue} what="The revenue" skeleton={<Skeleton height={240} />} quiet>
        {(view) => (
          <div className="stack">
            <div style={SIDE_BY_SIDE}>
              <Parts view={view} />
              {decides && <Withdraw view={view} />}
            </div>
            <Withdrawals rows={view.withdrawals} decides={decides} />
          </div>
        )}
      </Shown>
    </PayoutsFrame>
  );
}

function Parts({ view }: { view: RevenueView }) {
  const { booked, withdrawable, mayBeOwedBack, suspense, underWay, loss, onLedger } = view;
  const rest: readonly [name: string, amount: number][] = [
    ['Fees that may still be owed back', mayBeOwedBack],
    ['Not a fee; a case decides', suspense],
    ['Withdrawals and returns under way', underWay],
  ];
  return (
    <section className="card stack" aria-labelledby="revenue-parts">
      <h2 id="revenue-parts">In the fee wallet</h2>
      <Facts>
        <Fact name="Can be withdrawn">
          <Money amount={withdrawable} six />
        </Fact>
        {rest.map(([name, amount]) => (
          <Fact key={name} name={name}>
            <Money amount={amount} six />
          </Fact>
        ))}
        {loss > 0 && (
          <Fact name="Clawed back by the issuer of RLUSD">
            <Money amount={-loss} six />
          </Fact>
        )}
        <Fact name="The books hold" sum>
          <Money amount={booked} six />
        </Fact>
      </Facts>
      <p className="small dim">
        {onLedger === null
          ? 'Couldn’t reach the ledger.'
          : `The last validated ledger shows ${rlusd(onLedger, 'six')} RLUSD. A fee is in the books a few seconds later.`}
      </p>
    </section>
  );
}

interface Wish {
  amount: string;
}

function Withdraw({ view: { address, tag, withdrawable, waitSeconds } }: { view: RevenueView }) {
  const form = useForm<Wish>({
    defaultValues: { amount: '' },
    resolver: contractResolver<Wish>(WithdrawRevenueRequest),
  });
  const amount = useWatch({ control: form.control, name: 'amount' });
  const [asked, setAsked] = useState<string | null>(null);
  const [withdraw] = useWithdrawRevenueMutation();
  const dispatch = useAppDispatch();
  const proposed = useProposed();
  if (!address)
    return (
      <section className="card stack" aria-labelledby="revenue-out">
        <h2 id="revenue-out">Withdraw revenue</h2>
        <Note tone="wait">
          No address is set. Set <span className="mono">REVENUE_ADDRESS</span>, and{' '}
          <span className="mono">REVENUE_TAG</span> if it needs a destination tag.
        </Note>
      </section>
    );
  const send = async () => {
    const { data, error } = await once(['revenue', asked!], (key) => withdraw({ amount: asked!, key }));
    setAsked(null);
    if (!data) {
      const text = messageOf(error, 'Couldn’t order the withdrawal. No money moved.');
      dispatch(showToast({ title: 'Not withdrawn', text, tone: 'bad' }));
      return;
    }
    form.reset();
    if (isProposed(data)) proposed(data);
    else dispatch(showToast({ title: 'Withdrawal ordered', text: 'It can be canceled until it is paid.', tone: 'ok' }));
  };
  return (
    <Form
      form={form}
      draft="revenue"
      className="card stack"
      onSubmit={async (wish) => {
        setAsked(wish.amount.trim());
        return NOT_SENT_YET;
      }}
    >
      <h2>Withdraw revenue</h2>
      <Destination address={address} tag={tag} />
      <FigureField name="amount" label="Amount" suffix=" RLUSD" thousandSeparator="" decimalScale={6} hideControls />
      {Number(amount) > withdrawable && (
        <Note tone="wait" live>
          {rlusd(withdrawable, 'six')} RLUSD can be withdrawn now.
        </Note>
      )}
      <div>
        <Button type="submit" look="filled" disabled={withdrawable === 0}>
          Withdraw revenue
        </Button>
      </div>
      <p className="small dim">
        Two people sign it. It is paid {waitIn(waitSeconds)} after the approval, and any admin can cancel it until then.
      </p>
      {asked !== null && (
        <Confirm
          title={`Withdraw ${rlusd(Number(asked), 'six')} RLUSD?`}
          amount={asked}
          action="Withdraw revenue"
          safe="Keep it"
          onConfirm={send}
          onClose={() => setAsked(null)}
        >
          <Destination address={address} tag={tag} />
        </Confirm>
      )}
    </Form>
  );
}

/** Why a withdrawal was not paid; the other reasons are those of any payout. */
const REASONS: Record<string, string> = {
  'destination-changed': 'The settings name another address or destination tag than the signed one',
  canceled: 'Canceled by an admin',
};

const waitIn = (seconds: number) => (seconds < 3_600 ? `${seconds} seconds` : `${Math.round(seconds / 3_600)} hours`);

function Destination({ address, tag }: { address: string; tag: number | null }) {
  return (
    <Facts>
      <Fact name="To">
        <WalletText wallet={address} />
      </Fact>
      <Fact name="Destination tag">{tag ?? 'None'}</Fact>
    </Facts>
  );
}

function Withdrawals({ rows, decides }: { rows: readonly RevenueWithdrawal[]; decides: boolean }) {
  const [asked, setAsked] = useState<RevenueWithdrawal | null>(null);
  const [cancel] = useCancelRevenueMutation();
  const dispatch = useAppDispatch();
  const carryOut = async () => {
    const { error } = await cancel(asked!.id);
    setAsked(null);
    if (!error) return;
    const text = messageOf(error, 'Couldn’t cancel the withdrawal');
    dispatch(showToast({ title: 'Not canceled', text, tone: 'bad' }));
  };
  const columns: readonly Column<RevenueWithdrawal>[] = [
    { head: 'Amount', numeric: true, cell: ({ amount }) => <Money amount={amount} six /> },
    {
      head: 'To',
      label: 'To',
      cell: ({ address, tag }) => (
        <>
          <WalletText wallet={address} />
          {tag !== null && <p className="small dim">Tag {tag}</p>}
        </>
      ),
    },
    { head: 'State', label: 'State', cell: (row) => <State row={row} /> },
    {
      head: 'Transaction',
      label: 'Transaction',
      cell: ({ txHash }) => (txHash ? <HashText hash={txHash} /> : <span className="dim">—</span>),
    },
    {
      head: 'Action',
      cell: (row) =>
        decides && row.cancelable ? (
          <Button size="sm" aria-label={`Cancel: ${rlusd(row.amount, 'six')} RLUSD`} onClick={() => setAsked(row)}>
            Cancel
          </Button>
        ) : (
          <span className="dim">—</span>
        ),
    },
  ];
  if (rows.length === 0)
    return (
      <Empty title="No withdrawals" text="Withdrawals of the fees appear here with their state and transaction." />
    );
  return (
    <>
      <DataTable label="Withdrawals" lines columns={columns} rows={[...rows]} keyOf={({ id }) => id} />
      {asked && (
        <Confirm
          title={`Cancel the withdrawal of ${rlusd(asked.amount, 'six')} RLUSD?`}
          action="Cancel withdrawal"
          safe="Keep it"
          onConfirm={carryOut}
          onClose={() => setAsked(null)}
        >
          <p>Nothing is paid. The money can be withdrawn again.</p>
        </Confirm>
      )}
    </>
  );
}

function State({ row: { status, notBefore, reason } }: { row: RevenueWithdrawal }) {
  if (status === 'settled') return <StatusPill status="completed" word="Paid" />;
  if (status === 'submitted') return <StatusPill status="processing" word="Being paid" />;
  if (status === 'unclaimed') return <StatusPill status="waiting" word="Under review" />;
  if (status === 'returned')
    return (
      <>
        <StatusPill status="cancelled" word="Not paid" />
        {reason && <p className="small dim">{REASONS[reason] ?? reasonOf(reason)}</p>}
      </>
    );
  return (
    <>
      <StatusPill status="waiting" word="Approved" />
      {notBefore && <p className="small dim">Paid from {dayAndTime(notBefore)} on</p>}
    </>
  );
}
