import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { FirstData } from '../../../shared/api/first-data';
import { rowsOf } from '../../../shared/api/paging';
import { messageOf } from '../../../shared/api/problem';
import { useShown } from '../../../shared/api/use-shown';
import { rlusd, tokens } from '../../../shared/format/format';
import { businessDay } from '../../../shared/format/time';
import { OWN, portfolioApi, usePortfolioQuery, usePurchasesInfiniteQuery } from '../../../shared/portfolio/api';
import { usePlatformConfigQuery, useSessionQuery } from '../../../shared/session/api';
import { Button } from '../../../shared/ui/button/button';
import { CalendarNote } from '../../../shared/ui/calendar-note/calendar-note';
import { Confirm } from '../../../shared/ui/later/dialogs';
import { Select } from '../../../shared/ui/inputs/select';
import { Note } from '../../../shared/ui/note/note';
import { SandboxStripe } from '../../../shared/ui/sandbox-stripe/sandbox-stripe';
import { Shown } from '../../../shared/ui/shown/shown';
import { Skeleton } from '../../../shared/ui/states/states';
import { PageHead } from '../../../shared/page-head';
import { useDemoFundingMutation } from '../../../shared/wallets/api';
import { useLetMonthPassMutation, usePayRentMutation } from '../api';
import style from './sandbox-desk-page.module.css';

export const firstData: FirstData = (ask) =>
  Promise.all([ask(portfolioApi.endpoints.portfolio.initiate()), ask(portfolioApi.endpoints.purchases.initiate(OWN))]);

/** Simulates other people's actions and the passing of time, so that users see rent arrive within a minute. */
export default function SandboxDeskPage() {
  return (
    <>
      <div className={style.stripe}>
        <SandboxStripe>Only in the sandbox. Ledger, wallets and money are simulated.</SandboxStripe>
      </div>
      <PageHead title="Sandbox desk" text="Act as a landlord or let time pass, and see what changes in your wallet." />
      <CalendarNote />
      <div className={style.steps}>
        <FillWallet />
        <Rent />
        <Month />
      </div>
    </>
  );
}

interface Outcome {
  data?: unknown;
  error?: unknown;
}

/** One action, and its outcome. */
function Step({
  title,
  text,
  outcome: { data, error },
  done,
  children,
}: {
  title: string;
  text: string;
  outcome: Outcome;
  done: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="card" aria-label={title}>
      <h2>{title}</h2>
      <p className="small dim">{text}</p>
      <div className={style.act}>{children}</div>
      {error !== undefined && (
        <div className={style.done}>
          <Note tone="bad" live>
            {messageOf(error, 'The sandbox is not responding.')}
          </Note>
        </div>
      )}
      {data !== undefined && (
        <div className={style.done}>
          <Note tone="ok" live>
            {done}
          </Note>
        </div>
      )}
    </section>
  );
}

function FillWallet() {
  const { data: session } = useSessionQuery();
  const { data: config } = usePlatformConfigQuery();
  const [fill, filled] = useDemoFundingMutation();
  const wallet = session?.walletAddress;
  if (!wallet || !config?.demoFunding) return null;
  return (
    <Step
      title="Top up your wallet"
      text="Tops it up to 100 XRP and, where it has an RLUSD trust line, 500 RLUSD."
      outcome={filled}
      done={filled.data && `Your wallet holds ${rlusd(filled.data.rlusdBalance)} RLUSD.`}
    >
      <Button busy={filled.isLoading} onClick={() => void fill(wallet)}>
        Top up wallet
      </Button>
    </Step>
  );
}

function Rent() {
  const portfolio = useShown(usePortfolioQuery());
  const purchases = usePurchasesInfiniteQuery(OWN);
  const bought = purchases.data ? rowsOf(purchases.data) : [];
  const [pay, paid] = usePayRentMutation();
  const [chosen, setChosen] = useState<number | null>(null);
  return (
    <Shown of={portfolio} what="Your properties" skeleton={<Skeleton height={150} />}>
      {({ positions }) => {
        const held = positions.filter((one) => one.tokens > 0 && one.loanStatus !== 'paid_off');
        const isHeld = (id: number | null) => held.some((one) => one.propertyId === id);
        const latest = bought.find((one) => isHeld(one.propertyId)) ?? held[0];
        // The chosen loan may have been paid off in the meantime.
        const propertyId = isHeld(chosen) ? chosen! : latest?.propertyId;
        const name = positions.find((one) => one.propertyId === paid.data?.propertyId)?.name;
        return (
          <Step
            title="Pay rent as the landlord"
            text="The landlord closes the sale if it is still open, and pays what is due or the next installment. Your rent share follows within seconds."
            outcome={paid}
            done={
              paid.data && (
                <>
                  The landlord of {name} paid {rlusd(paid.data.amount)} RLUSD.{' '}
                  <Link to="/notifications">See your notifications</Link>
                </>
              )
            }
          >
            {purchases.isLoading ? (
              <Skeleton height={76} />
            ) : propertyId === undefined ? (
              <p className="small">
                You hold no tokens yet. <Link to="/?role=investor">Buy some first</Link>
              </p>
            ) : (
              <>
                <Select
                  label="Property"
                  data={held.map((one) => ({
                    value: String(one.propertyId),
                    label: `${one.name}, ${tokens(one.tokens)}`,
                  }))}
                  value={String(propertyId)}
                  allowDeselect={false}
                  onChange={(id) => id && setChosen(Number(id))}
                />
                <Button look="filled" busy={paid.isLoading} onClick={() => void pay(propertyId)}>
                  Pay rent
                </Button>
              </>
            )}
          </Step>
        );
      }}
    </Shown>
  );
}

function Month() {
  const [pass, passed] = useLetMonthPassMutation();
  const [asking, setAsking] = useState(false);
  const confirm = async () => {
    await pass();
    setAsking(false);
  };
  return (
    <Step
      title="Let a month pass"
      text="Moves the business calendar a month ahead for everybody. Installments fall due, deposits are collected, arrears begin. This can’t be undone."
      outcome={passed}
      done={
        passed.data && (
          <>
            It is {businessDay(passed.data.date)} now.
            {passed.data.pending && ' The days in between are still being processed.'}{' '}
            <Link to="/notifications">See what fell due and was paid</Link>
          </>
        )
      }
    >
      <Button busy={passed.isLoading} onClick={() => setAsking(true)}>
        Let a month pass
      </Button>
      {asking && (
        <Confirm
          title="Move the calendar a month ahead?"
          action="Move the calendar"
          safe="Keep the date"
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        >
          The business calendar of this sandbox cannot be moved back.
        </Confirm>
      )}
    </Step>
  );
}
