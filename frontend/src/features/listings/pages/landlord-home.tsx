import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { LISTING, PROPERTY_TYPES } from '@tknest/contracts/rules';
import { useState } from 'react';
import { Link } from 'react-router';
import { Form, NOT_SENT_YET } from '../../../shared/form/form';
import { FigureField, SelectField, TextAreaField, TextField } from '../../../shared/form/fields';
import { count, rlusd, tokens as tokensOf } from '../../../shared/format/format';
import { clock } from '../../../shared/format/time';
import type { FirstData } from '../../../shared/api/first-data';
import { rowsOf } from '../../../shared/api/paging';
import { useTogether } from '../../../shared/api/use-together';
import { paymentsApi, useFeesOwedQuery, useRefundsDueQuery } from '../../../shared/payments/api';
import { portfolioApi, usePurchasesInfiniteQuery } from '../../../shared/portfolio/api';
import { OWN_PROPERTIES, propertiesApi, usePropertiesInfiniteQuery } from '../../../shared/properties/api';
import { PageWaiting } from '../../../shared/ui/states/states';
import { FeesOwed } from '../../../shared/payments/components/fees-owed';
import { RefundsDue } from '../components/refunds-due';
import { useSessionQuery, type Who } from '../../../shared/session/api';
import { ActionBar } from '../components/action-bar';
import { Button, ButtonLink } from '../../../shared/ui/button/button';
import { Slider } from '../../../shared/ui/inputs/inputs';
import { Note } from '../../../shared/ui/note/note';
import { AnswerDue } from '../../../shared/verification/answer-due';
import { NextStep, useNextStep } from '../../../shared/verification/next-step';
import { useOwnCasesQuery, verificationApi } from '../../../shared/verification/api';
import { AddressField } from '../components/address-field';
import { ContractDrop } from '../components/contract-drop';
import { OwnFigures } from '../components/own-figures';
import { OwnListings } from '../components/own-listings';
import { RatesBanner } from '../components/rates-banner';
import { RecentInvestments } from '../components/recent-investments';
import { ReviewListing } from '../components/review-listing';
import { RulePanel } from '../components/rule-panel';
import { listingsApi, useInterestRatesQuery } from '../api';
import { rateHint } from '../rates-words';
import { useCreateListing, useRefusal } from '../use-create-listing';
import { figuresOf, repayAt } from '../own-figures';
import { changes, emptyForm, useListingForm, type ListingForm, type LiveTerms } from '../use-listing-form';
import { usePhone } from '../../../shared/use-phone';
import './landlord-home.css';
import { MOST } from '../../../shared/ui/roof/geometry';

export const firstData: FirstData = (ask) =>
  Promise.all([
    ask(listingsApi.endpoints.interestRates.initiate()),
    ask(paymentsApi.endpoints.refundsDue.initiate()),
    ask(paymentsApi.endpoints.feesOwed.initiate()),
    ask(verificationApi.endpoints.ownCases.initiate()),
    ask(portfolioApi.endpoints.purchases.initiate({})),
    ask(propertiesApi.endpoints.properties.initiate(OWN_PROPERTIES)),
  ]);

/**
 * The landlord's home (REQ-1.2.20): listing a property whose rent can carry the loan. Its sections are in the
 * specification's order.
 */
export default function LandlordHome() {
  const { data: session } = useSessionQuery();
  const listings = usePropertiesInfiniteQuery(OWN_PROPERTIES);
  const next = useNextStep('landlord', listings.data && rowsOf(listings.data).length > 0);
  const together = useTogether(
    next,
    listings,
    useRefundsDueQuery(),
    useFeesOwedQuery(),
    useOwnCasesQuery(),
    usePurchasesInfiniteQuery({}),
  );
  if (!session) return null;
  return together ? <Home key={session.walletAddress} session={session} next={next} /> : <PageWaiting />;
}

function Home({ session, next }: { session: Who; next: ReturnType<typeof useNextStep> }) {
  const { form, values, terms, savedAt, change, reset } = useListingForm(session.walletAddress ?? '');
  const [contract, setContract] = useState<File | null>(null);
  const { create, busy } = useCreateListing(form);
  const refuse = useRefusal(terms);
  const [reviewed, setReviewed] = useState<ListingForm | null>(null);
  const { data } = usePropertiesInfiniteQuery(OWN_PROPERTIES);
  const own = data ? rowsOf(data) : [];
  const { urgent } = figuresOf(own);
  // A draft that was begun stays in sight.
  const [another, setAnother] = useState(() => JSON.stringify(values) !== JSON.stringify(emptyForm));
  const folded = usePhone() && own.length > 0 && !another;
  const listAnother = () => {
    setAnother(true);
    // Once the form is there.
    setTimeout(() => form.setFocus('name'));
  };
  const review = async (sent: ListingForm) => {
    if (terms.verdict === 'fits') setReviewed(sent);
    else refuse();
    return NOT_SENT_YET;
  };
  const publish = async (sent: ListingForm) => {
    await create(sent, contract, () => {
      setReviewed(null);
      setContract(null);
      // Input during the request belongs to the next listing, so it is not cleared.
      const next = JSON.stringify(form.getValues()) !== JSON.stringify(sent);
      if (!next) reset();
      setAnother(next);
    });
    setReviewed(null);
  };
  return (
    // The listing form saves its draft itself, and says when.
    <Form form={form} draft={null} onSubmit={review}>
      <RatesBanner />
      <AnswerDue />
      <NextStep next={next} />
      <OwnFigures />
      <RefundsDue />
      <FeesOwed />
      <RecentInvestments />
      <div className="page-head">
        <div>
          <h1>Property-Linked Token Program Platform</h1>
          <p className="dim">Describe the property, set the terms, and see at once whether the rent covers them.</p>
        </div>
        <div className="row">
          {savedAt && <span className="small dim">Draft saved {clock(savedAt)}</span>}
          {own.length > 0 && <Button onClick={listAnother}>List another property</Button>}
          {urgent && (
            <ButtonLink look="filled" to={repayAt(urgent)}>
              Repay
            </ButtonLink>
          )}
        </div>
      </div>
      {session.userRole === 'landlord' && session.kycStatus !== 'verified' && own.length > 0 && (
        <div className="listing-note">
          <Note tone="wait">
            Only verified landlords can list a property. <Link to="/kyc?role=landlord">Verify identity first</Link>
          </Note>
        </div>
      )}
      {session.userRole === 'investor' && (
        <div className="listing-note">
          <Note tone="wait">
            You are signed in as Rent Recipient: you can try out terms here, but only a Property Owner can list.{' '}
            <Link to="/auth">Change role</Link>
          </Note>
        </div>
      )}
      <div className="listing-grid" hidden={folded}>
        <div className="listing-form">
          <PropertyInformation values={values} onChange={change} />
          <section className="card" aria-labelledby="contract">
            <h2 id="contract">Rental Contract</h2>
            <ContractDrop file={contract} note="sent with the listing" onChange={setContract} />
          </section>
          <TokenProgram values={values} terms={terms} onChange={change} />
        </div>
        <RulePanel form={values} terms={terms} onChange={change} />
        <Note tone="off">
          The platform is neutral: it documents the agreement and links it to payments. It is not a lender, broker,
          money transmitter or advisor.
        </Note>
      </div>
      <OwnListings />
      {!folded && (
        <ActionBar
          verdict={
            <>
              <MiniGauge terms={terms} />
              <span className="small">
                <strong>{terms.percentOfRent}%</strong>
                <span className="listing-sum">
                  {' '}
                  of rent · {tokensOf(Number(values.tokenCount) || 0)} at {rlusd(Number(values.tokenPrice) || 0)} RLUSD
                </span>
              </span>
            </>
          }
        >
          <Button type="submit" look={terms.verdict === 'fits' ? 'filled' : 'muted'} busy={busy}>
            Create Property Listing
          </Button>
        </ActionBar>
      )}
      {reviewed && (
        <ReviewListing
          form={reviewed}
          contract={contract}
          onPublish={() => publish(reviewed)}
          onClose={() => setReviewed(null)}
        />
      )}
    </Form>
  );
}

/** `41,370`, or `41,375.50` if the rent has cents. */
const wholeOrCents = (goal: number) => (Number.isInteger(goal) ? count(goal) : rlusd(goal));
const TYPES = Object.entries(PROPERTY_TYPES).map(([value, label]) => ({ value, label }));

interface PartProps {
  values: ListingForm;
  onChange(form: ListingForm): void;
}

function PropertyInformation({ values, onChange }: PartProps) {
  return (
    <section className="card" aria-labelledby="info">
      <h2 id="info">Property Information</h2>
      <div className="two">
        <TextField label="Property name" name="name" maxLength={LISTING.maxNameLength} />
        <FigureField
          label="Monthly rent"
          name="monthlyRent"
          placeholder={`${LISTING.defaultRent.toLocaleString('en-US')} RLUSD`}
          suffix=" RLUSD"
          decimalScale={2}
          hideControls
          onChange={(rent) => onChange(changes.rent(values, rent))}
        />
      </div>
      <AddressField value={values.address} />
      <SelectField label="Property type" name="propertyType" data={TYPES} placeholder="Optional" clearable />
      <TextAreaField label="Program Purpose" name="fundingPurpose" rows={2} />
    </section>
  );
}

function TokenProgram({ values, terms, onChange }: PartProps & { terms: LiveTerms }) {
  const { data: rates } = useInterestRatesQuery();
  return (
    <section className="card" aria-labelledby="program">
      <h2 id="program">Token Program Configuration</h2>
      <Slider
        label="Participation cap"
        value={values.fundingGoal}
        shown={wholeOrCents(values.fundingGoal)}
        unit="RLUSD"
        range={LISTING.fundingGoal}
        onChange={(goal) => onChange(changes.goal(values, goal))}
      />
      <Slider
        label="Term"
        value={values.tokenTermMonths}
        shown={String(values.tokenTermMonths)}
        unit="months"
        range={LISTING.termMonths}
        onChange={(months) => onChange({ ...values, tokenTermMonths: months })}
      />
      <Slider
        label="Optional contribution share based on rental performance"
        value={values.monthlyRate}
        shown={`${values.monthlyRate.toFixed(1)}%`}
        range={LISTING.monthlyRate}
        ends={['3.0%', '12.0%']}
        hint={rates && rateHint(rates)}
        onChange={(rate) => onChange(changes.rate(values, Number(rate.toFixed(1))))}
      />
      <div className="two">
        <FigureField
          label="Token count"
          name="tokenCount"
          hideControls
          onChange={(tokens) => onChange(changes.count(values, tokens))}
        />
        <FigureField label="Token price" name="tokenPrice" suffix=" RLUSD" decimalScale={2} hideControls />
      </div>
      <p className="small listing-match" data-matches={terms.matchesCap}>
        {terms.matchesCap ? <IconCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
        {terms.matchesCap ? 'Matches participation cap' : 'Does not match participation cap'}
      </p>
      <TextAreaField label="Redemption clause" name="redemptionClause" rows={2} />
    </section>
  );
}

/** The verdict of the 30 % rule in one line, for the action bar; the middle of the bar is the limit. */
function MiniGauge({ terms }: { terms: LiveTerms }) {
  const width = `${(Math.min(Number(terms.percentOfRent), MOST) / MOST) * 100}%`;
  return (
    <span className="mini" aria-hidden>
      <span style={{ width, background: terms.verdict === 'fits' ? 'var(--pri)' : 'var(--bad)' }} />
      <i />
    </span>
  );
}
