import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { CreateListingRequest, messagesOf } from '@tknest/contracts/api';
import { LISTING } from '@tknest/contracts/rules';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router';
import { isApiError, messageOf } from '../../../shared/api/problem';
import { clock, count, rlusd } from '../../../shared/format/format';
import { ActionBar } from '../../../shared/ui/action-bar/action-bar';
import { Button } from '../../../shared/ui/button/button';
import { NumberField, Slider, Textarea, TextInput } from '../../../shared/ui/inputs/inputs';
import { RefundsDue } from '../../payments/components/refunds-due';
import { Note } from '../../../shared/ui/note/note';
import { settleToast, showToast } from '../../../shared/ui/toast/toast.slice';
import { useSessionQuery } from '../../access/api';
import { useAttachContractMutation, useCreateListingMutation } from '../api';
import { AddressField } from '../components/address-field';
import { ContractDrop } from '../components/contract-drop';
import { MiniGauge } from '../components/mini-gauge';
import { OwnListings } from '../components/own-listings';
import { RatesBanner } from '../components/rates-banner';
import { RecentInvestments } from '../components/recent-investments';
import { RulePanel } from '../components/rule-panel';
import { changes, useListingForm, type ListingForm, type LiveTerms } from '../use-listing-form';
import './landlord-home.css';

type Errors = Record<string, string>;

/** The form as the call has it: what was typed as text goes as a number. */
const requestOf = (form: ListingForm) =>
  plainToInstance(CreateListingRequest, {
    ...form,
    monthlyRent: Number(form.monthlyRent),
    monthlyRate: Number(form.monthlyRate.toFixed(1)),
    tokenPrice: Number(form.tokenPrice),
    tokenCount: Number(form.tokenCount),
  });

/** The same classes that the server validates with say what is wrong, word for word. */
export function errorsOf(form: ListingForm): Errors {
  const request = requestOf(form);
  return Object.fromEntries(
    validateSync(request).map(({ property, constraints }) => [property, messagesOf(constraints)[0] ?? '']),
  );
}

/**
 * The landlord's home (D1 §2): list a property that the rent can carry. The order of its parts is the specification's.
 */
export default function LandlordHome() {
  const { form, setForm, terms, savedAt, reset } = useListingForm();
  const [errors, setErrors] = useState<Errors>({});
  const [contract, setContract] = useState<File | null>(null);
  const [create, { isLoading }] = useCreateListingMutation();
  const [attach] = useAttachContractMutation();
  const { data: session } = useSessionQuery();
  const dispatch = useDispatch();
  const key = useRef(crypto.randomUUID());
  const change = (next: ListingForm) => {
    setForm(next);
    setErrors((before) => (Object.keys(before).length > 0 ? errorsOf(next) : before));
  };

  const refused = useRef(false);
  /** The notice says why; the panel with the way out comes into sight, and the notice goes once the terms fit. */
  const refuse = () => {
    refused.current = true;
    dispatch(showToast({ title: 'Validation Error', text: terms.message, tone: 'bad' }));
    document.getElementById('rule')?.scrollIntoView({ block: 'nearest' });
  };
  useEffect(() => {
    if (!refused.current || terms.verdict !== 'fits') return;
    refused.current = false;
    dispatch(settleToast());
  }, [terms.verdict, dispatch]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = errorsOf(form);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) return void event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    if (terms.verdict !== 'fits') return refuse();
    const result = await create({
      listing: { ...requestOf(form) },
      key: key.current,
    });
    if (!result.data) {
      if (isApiError(result.error) && result.error.errors)
        setErrors(
          Object.fromEntries(Object.entries(result.error.errors).map(([name, messages]) => [name, messages[0]!])),
        );
      key.current = crypto.randomUUID();
      return void dispatch(
        showToast({ title: 'Error', text: messageOf(result.error, 'Failed to create property'), tone: 'bad' }),
      );
    }
    let lost: string | undefined;
    if (contract) {
      const attached = await attach({ id: result.data.id, file: contract });
      lost = attached.error && messageOf(attached.error, 'the server does not answer');
    }
    dispatch(
      showToast(
        lost
          ? { title: 'Error', text: `The property is listed, but its contract was not kept: ${lost}`, tone: 'bad' }
          : { title: 'Success', text: 'Property listed successfully!', tone: 'ok' },
      ),
    );
    key.current = crypto.randomUUID();
    setContract(null);
    setErrors({});
    reset();
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <RatesBanner />
      <RefundsDue />
      <RecentInvestments />
      <div className="page-head">
        <div>
          <h1>Property-Linked Token Program Platform</h1>
          <p className="dim">Describe the property, set the terms, see at once whether the rent carries them.</p>
        </div>
        {savedAt && <span className="small dim">Draft saved {clock(savedAt)}</span>}
      </div>
      {session?.userRole === 'landlord' && session.kycStatus !== 'verified' && (
        <div className="listing-note">
          <Note tone="wait">
            Listing a property needs a verified landlord. <Link to="/kyc?role=landlord">Verify identity first</Link>
          </Note>
        </div>
      )}
      {session?.userRole === 'investor' && (
        <div className="listing-note">
          <Note tone="wait">
            You are signed in as Rent Recipient. Listing a property needs a Property Owner: you can try the terms here.{' '}
            <Link to="/auth">Change at Wallet login</Link>
          </Note>
        </div>
      )}
      <div className="listing-grid">
        <div className="listing-form">
          <PropertyInformation form={form} errors={errors} onChange={change} />
          <section className="card" aria-labelledby="contract">
            <h2 id="contract">Rental Contract</h2>
            <ContractDrop file={contract} onChange={setContract} />
          </section>
          <TokenProgram form={form} terms={terms} errors={errors} onChange={change} />
        </div>
        <RulePanel form={form} terms={terms} onChange={change} />
        <Note tone="off">
          The platform is neutral: it documents the agreement and links it to payments. It is not a lender, broker,
          money transmitter or advisor.
        </Note>
      </div>
      <OwnListings />
      <ActionBar
        verdict={
          <>
            <MiniGauge terms={terms} />
            <span className="small">
              <strong>{terms.percentOfRent}%</strong>
              <span className="listing-sum">
                {' '}
                of rent · {count(Number(form.tokenCount) || 0)} tokens at {rlusd(Number(form.tokenPrice) || 0)} RLUSD
              </span>
            </span>
          </>
        }
      >
        <Button type="submit" look={terms.verdict === 'fits' ? 'filled' : 'muted'} busy={isLoading}>
          Create Property Listing
        </Button>
      </ActionBar>
    </form>
  );
}

interface PartProps {
  form: ListingForm;
  errors: Errors;
  onChange(form: ListingForm): void;
}

function PropertyInformation({ form, errors, onChange }: PartProps) {
  const set = (name: keyof ListingForm) => (event: { target: { value: string } }) =>
    onChange({ ...form, [name]: event.target.value });
  return (
    <section className="card" aria-labelledby="info">
      <h2 id="info">Property Information</h2>
      <div className="two">
        <TextInput
          label="Property name"
          name="name"
          value={form.name}
          error={errors.name}
          maxLength={LISTING.maxNameLength}
          onChange={set('name')}
        />
        <NumberField
          label="Monthly rent"
          name="monthlyRent"
          value={form.monthlyRent}
          error={errors.monthlyRent}
          placeholder={`${LISTING.defaultRent.toLocaleString('en-US')} RLUSD`}
          suffix=" RLUSD"
          decimalScale={2}
          hideControls
          onChange={(rent) => onChange(changes.rent(form, String(rent)))}
        />
      </div>
      <AddressField value={form.address} error={errors.address} onChange={set('address')} />
      <Textarea
        label="Program Purpose"
        name="fundingPurpose"
        value={form.fundingPurpose}
        error={errors.fundingPurpose}
        rows={2}
        onChange={set('fundingPurpose')}
      />
    </section>
  );
}

function TokenProgram({ form, terms, errors, onChange }: PartProps & { terms: LiveTerms }) {
  return (
    <section className="card" aria-labelledby="program">
      <h2 id="program">Token Program Configuration</h2>
      <Slider
        label="Participation cap"
        value={form.fundingGoal}
        shown={form.fundingGoal.toLocaleString('en-US')}
        unit="RLUSD"
        range={LISTING.fundingGoal}
        onChange={(goal) => onChange(changes.goal(form, goal))}
      />
      <Slider
        label="Term"
        value={form.tokenTermMonths}
        shown={String(form.tokenTermMonths)}
        unit="months"
        range={LISTING.termMonths}
        onChange={(months) => onChange({ ...form, tokenTermMonths: months })}
      />
      <Slider
        label="Optional contribution share"
        value={form.monthlyRate}
        shown={`${form.monthlyRate.toFixed(1)}%`}
        range={LISTING.monthlyRate}
        ends={['3.0%', '12.0%']}
        onChange={(rate) => onChange(changes.rate(form, Number(rate.toFixed(1))))}
      />
      <div className="two">
        <NumberField
          label="Token count"
          name="tokenCount"
          value={form.tokenCount}
          error={errors.tokenCount}
          hideControls
          onChange={(tokens) => onChange(changes.count(form, String(tokens)))}
        />
        <NumberField
          label="Token price"
          name="tokenPrice"
          value={form.tokenPrice}
          error={errors.tokenPrice}
          suffix=" RLUSD"
          decimalScale={2}
          hideControls
          onChange={(price) => onChange({ ...form, tokenPrice: String(price) })}
        />
      </div>
      <p className="small listing-match" data-matches={terms.matchesCap}>
        {terms.matchesCap ? <IconCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
        {terms.matchesCap ? 'Matches participation cap' : 'Does not match participation cap'}
      </p>
      <Textarea
        label="Redemption clause"
        name="redemptionClause"
        value={form.redemptionClause}
        error={errors.redemptionClause}
        rows={2}
        onChange={(event) => onChange({ ...form, redemptionClause: event.target.value })}
      />
    </section>
  );
}
