import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { LISTING, PROPERTY_TYPES } from '@tknest/contracts/rules';
import { useEffect, useState, type ReactNode } from 'react';
import { FigureField, SelectField, TextAreaField, TextField } from '../../../shared/form/fields';
import { Form, NOT_SENT_YET } from '../../../shared/form/form';
import { count, rlusd, tokens as tokensOf } from '../../../shared/format/format';
import { Button } from '../../../shared/ui/button/button';
import { Slider } from '../../../shared/ui/inputs/inputs';
import { Note } from '../../../shared/ui/note/note';
import { MOST } from '../../../shared/ui/roof/geometry';
import { useInterestRatesQuery } from '../api';
import { rateHint } from '../rates-words';
import { useCreateListing, useRefusal } from '../use-create-listing';
import { changes, useListingForm, type ListingForm as Values, type LiveTerms } from '../use-listing-form';
import { ActionBar } from './action-bar';
import { AddressField } from './address-field';
import { ContractDrop } from './contract-drop';
import { ReviewListing } from './review-listing';
import { RulePanel } from './rule-panel';

interface Props {
  wallet: string;
  /** Counts how often another listing was asked for; each time, the first field gets focus. */
  begun: number;
  /** Shown between the form's cards and its action. */
  children: ReactNode;
  /** The draft was saved, or with null forgotten. */
  onSaved(at: Date | null): void;
  /** The property is listed, and nothing was typed meanwhile. */
  onListed(): void;
}

/** The form that lists a property: its cards beside the 30 % panel, and the action with the live verdict. */
export default function ListingForm({ wallet, begun, children, onSaved, onListed }: Props) {
  const { form, values, terms, savedAt, change, reset } = useListingForm(wallet);
  const [contract, setContract] = useState<File | null>(null);
  const { create, busy } = useCreateListing(form);
  const refuse = useRefusal(terms);
  const [reviewed, setReviewed] = useState<Values | null>(null);
  useEffect(() => onSaved(savedAt), [savedAt, onSaved]);
  useEffect(() => {
    if (begun > 0) form.setFocus('name');
  }, [begun, form]);
  const review = async (sent: Values) => {
    if (terms.verdict === 'fits') setReviewed(sent);
    else refuse();
    return NOT_SENT_YET;
  };
  const publish = async (sent: Values) => {
    await create(sent, contract, () => {
      setReviewed(null);
      setContract(null);
      // Input during the request belongs to the next listing, so it is not cleared.
      if (JSON.stringify(form.getValues()) !== JSON.stringify(sent)) return;
      reset();
      onListed();
    });
    setReviewed(null);
  };
  return (
    // The listing form saves its draft itself, and says when.
    <Form form={form} draft={null} onSubmit={review}>
      <div className="listing-grid">
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
      {children}
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
  values: Values;
  onChange(form: Values): void;
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
          placeholder={`${count(LISTING.defaultRent)} RLUSD`}
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
