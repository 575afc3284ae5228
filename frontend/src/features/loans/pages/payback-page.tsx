import type { LoanView, PropertyView } from '@tknest/contracts/api';
import { LISTING } from '@tknest/contracts/rules';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { businessDay } from '../../../shared/format/time';
import type { FirstData } from '../../../shared/api/first-data';
import { rowsOf } from '../../../shared/api/paging';
import { useShown } from '../../../shared/api/use-shown';
import { lateForm } from '../../../shared/late-form';
import { loansApi, useLoanQuery } from '../api';
import {
  OWN_PROPERTIES,
  propertiesApi,
  usePropertiesInfiniteQuery,
  usePropertyQuery,
} from '../../../shared/properties/api';
import { usePlatformConfigQuery, useSessionQuery } from '../../../shared/session/api';
import { OtherWallet } from '../../../shared/session/other-wallet';
import { ButtonLink } from '../../../shared/ui/button/button';
import { Select } from '../../../shared/ui/inputs/select';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { useTitle } from '../../../shared/use-title';
import { Autopay } from '../components/autopay';
import { Deposit } from '../components/deposit';
import { EndOfLoan } from '../components/end-of-loan';
import { LoanProperty } from '../components/loan-property';
import { LoanHistory } from '../components/loan-history';
import { LoanTerms } from '../components/loan-terms';
import { PayDue } from '../components/pay-due';
import { PlanChart } from '../components/plan-chart';
import { Recommendations } from '../components/recommendations';
import { usePayback, type Filled } from '../use-payback';
import '../../../shared/styles/lists.css';
import style from './payback-page.module.css';

// The forms of this page are folded, or below what is painted first.
const PaymentDetails = lateForm(() => import('../components/payment-details'), <Skeleton height={480} />);

export const firstData: FirstData = async (ask, { search }) => {
  const { data } = await ask(propertiesApi.endpoints.properties.initiate(OWN_PROPERTIES));
  const id = asked(search) ?? withLoan(data)[0]?.id;
  if (id === undefined) return;
  const { loan, loanRecommendations } = loansApi.endpoints;
  await Promise.all([ask(loan.initiate(id)), ask(loanRecommendations.initiate(id))]);
};

/** Repayment of a loan (REQ-2.2.6.1). The address names the property; the server checks who owns it. */
export default function PaybackPage() {
  useTitle('Loan payback');
  const { data: session } = useSessionQuery();
  const [params, setParams] = useSearchParams();
  const own = useShown(usePropertiesInfiniteQuery(OWN_PROPERTIES));
  const none = (
    <Empty
      as="h1"
      title="No properties available for loan payback"
      text="A loan opens when one of your listings is closed or fully funded."
      action={<ButtonLink to="/">Go to your properties</ButtonLink>}
    />
  );
  const choose = (id: string | null) => id && setParams((now) => (now.set('propertyId', id), now));
  return (
    <Shown
      of={own}
      what="Your properties"
      skeleton={<Skeleton height={480} />}
      empty={[(data) => withLoan(data).length === 0 && !asked(params), none]}
    >
      {(data) => {
        const properties = withLoan(data);
        const id = asked(params) ?? properties[0]!.id;
        return (
          <Property
            key={id}
            id={id}
            landlord={session?.walletAddress ?? ''}
            properties={properties}
            onChoose={choose}
            none={none}
          />
        );
      }}
    </Shown>
  );
}

const withLoan = (data: Parameters<typeof rowsOf<PropertyView>>[0] | undefined) =>
  (data ? rowsOf(data) : []).filter(({ loanStatus }) => loanStatus !== null);

const asked = (params: URLSearchParams): number | null => {
  const id = params.get('propertyId') ?? '';
  return LISTING.idPattern.test(id) ? Number(id) : null;
};

interface Props {
  id: number;
  landlord: string;
  properties: readonly PropertyView[];
  onChoose(id: string | null): void;
  none: React.ReactNode;
}

function Property({ id, landlord, properties, onChoose, none }: Props) {
  const loan = useShown(useLoanQuery(id));
  const listed = properties.find((one) => one.id === id);
  const { currentData: asked } = usePropertyQuery(id, { skip: Boolean(listed) });
  const { data: config, isLoading } = usePlatformConfigQuery();
  const property = listed ?? asked;
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Loan payback</h1>
          <p className="dim">
            Repay principal and interest from rent.
            {config?.calendarAhead && ` The demo clock shows ${businessDay(config.calendarAhead.today)}.`}
          </p>
        </div>
        <div className="row">
          {loan.data?.loanStatus && <StatusPill status={loan.data.loanStatus} />}
          {properties.length > 1 && (
            <Select
              className={style.property}
              aria-label="Property"
              data={properties.map((one) => ({ value: String(one.id), label: one.name }))}
              value={String(id)}
              allowDeselect={false}
              onChange={onChoose}
            />
          )}
        </div>
      </div>
      <Shown
        of={loan}
        what="The loan"
        skeleton={<Skeleton height={480} />}
        wayOut={<ButtonLink to="/">Go to your properties</ButtonLink>}
        empty={[({ loanStatus }) => loanStatus === null, none]}
      >
        {(view) =>
          // The form's draft applies over its initial values, and the escrow is one of them.
          isLoading ? (
            <Skeleton height={480} />
          ) : (
            <Loan loan={view} property={property} landlord={landlord} escrow={config?.payoutEscrow ?? ''} />
          )
        }
      </Shown>
    </>
  );
}

interface LoanProps {
  loan: LoanView;
  property?: PropertyView;
  landlord: string;
  escrow: string;
}

function Loan({ loan, property, landlord, escrow }: LoanProps) {
  const payback = usePayback(loan);
  const open = loan.loanStatus !== 'paid_off';
  const [filled, fill] = useState<Filled>();
  const [another, setAnother] = useState(false);
  /** Unknown until the form is there: what was typed before a reload may be kept. */
  const [investorWallet, setInvestorWallet] = useState('');
  const began = () => {
    setAnother(true);
    fill(undefined);
  };
  const payOff = (amount: number) => {
    // Also a form that is still to come is in sight.
    setAnother(true);
    fill(String(amount));
  };
  return (
    <div className={style.grid} data-open={open}>
      {open && (
        <div className={`stack ${style.pay}`}>
          <PayDue loan={loan} landlord={landlord} escrow={escrow} second={another} payback={payback} />
          <details
            className={`card ${style.other}`}
            open={another}
            onToggle={({ currentTarget }) => setAnother(currentTarget.open)}
          >
            <summary>Pay another amount</summary>
            <PaymentDetails
              loan={loan}
              landlord={landlord}
              escrow={escrow}
              filled={filled}
              onBegun={began}
              onWallet={setInvestorWallet}
            />
          </details>
        </div>
      )}
      <div className="stack">
        <OtherWallet own={landlord} names={['wallet']} />
        {property && <LoanProperty property={property} />}
        {open && <Recommendations loan={loan} chosen={payback.chosen} onChoose={payback.choose} />}
        <PlanChart loan={loan} />
      </div>
      <div className="stack">
        <LoanTerms loan={loan} property={property} />
        {open && (
          <>
            <section className="card stack" aria-labelledby="autopay">
              <Autopay loan={loan} property={property} landlord={landlord} investorWallet={investorWallet} />
              <Deposit loan={loan} />
            </section>
            <EndOfLoan loan={loan} onPayOff={payOff} />
          </>
        )}
        <LoanHistory loan={loan} />
      </div>
    </div>
  );
}
