import { IconCheck } from '@tabler/icons-react';
import { CreateListingRequest, messagesOf } from '@tknest/contracts/api';
import { LISTING, LISTS } from '@tknest/contracts/rules';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { useRef, useState, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import { isApiError, messageOf } from '../../../shared/api/problem';
import { rlusd } from '../../../shared/format/format';
import { Button } from '../../../shared/ui/button/button';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Field } from '../../../shared/ui/field/field';
import { Money } from '../../../shared/ui/money/money';
import { Note } from '../../../shared/ui/note/note';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useSessionQuery } from '../../access/api';
import { useParticipationsQuery } from '../../payments/api';
import '../../investments/pages/investor-home.css';
import { useAttachContractMutation, useCreateListingMutation, useValidateAddressMutation } from '../api';
import { OwnListings } from '../components/own-listings';
import { RatesBanner } from '../components/rates-banner';
import { RulePanel } from '../components/rule-panel';
import { changes, emptyForm, useListingForm, type ListingForm } from '../use-listing-form';
import './landlord-home.css';

type Errors = Record<string, string>;

/** The same classes that the server validates with say what is wrong, word for word. */
function errorsOf(form: ListingForm): Errors {
  const request = plainToInstance(CreateListingRequest, { ...form, monthlyRent: form.monthlyRent === '' ? 0 : form.monthlyRent });
  return Object.fromEntries(validateSync(request).map(({ property, constraints }) => [property, messagesOf(constraints)[0] ?? '']));
}

/** The landlord's home (D1 §2): list a property that the rent can carry. */
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
  const set = (name: keyof ListingForm) => (event: { target: { value: string } }) => change({ ...form, [name]: event.target.value });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = errorsOf(form);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) return void event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    if (terms.verdict !== 'fits') return void dispatch(showToast({ title: 'Validation Error', text: terms.message, tone: 'bad' }));
    const result = await create({ listing: { ...plainToInstance(CreateListingRequest, { ...form, monthlyRate: Number(form.monthlyRate.toFixed(1)) }) }, key: key.current });
    if (!result.data) {
      if (isApiError(result.error) && result.error.errors) setErrors(Object.fromEntries(Object.entries(result.error.errors).map(([name, messages]) => [name, messages[0]!])));
      key.current = crypto.randomUUID();
      return void dispatch(showToast({ title: 'Error', text: messageOf(result.error, 'Failed to create property'), tone: 'bad' }));
    }
    if (contract) {
      const attached = await attach({ id: result.data.id, file: contract });
      if (attached.error) dispatch(showToast({ title: 'Error', text: `The property is listed, but its contract was not kept: ${messageOf(attached.error, '')}`, tone: 'bad' }));
    }
    dispatch(showToast({ title: 'Success', text: 'Property listed successfully!', tone: 'ok' }));
    key.current = crypto.randomUUID();
    setContract(null);
    setErrors({});
    reset();
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <RatesBanner />
      <RecentInvestments />
      <div className="page-head">
        <div><h1>Property-Linked Token Program Platform</h1><p className="dim">Describe the property, set the terms, see at once whether the rent carries them.</p></div>
        {savedAt && form !== emptyForm && <span className="small dim">Draft saved {savedAt.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}</span>}
      </div>
      {session?.userRole === 'landlord' && session.kycStatus !== 'verified' && <div style={{ marginBottom: 20 }}><Note tone="wait">Listing a property needs a verified landlord. <a href="/kyc?role=landlord">Verify identity first</a></Note></div>}
      <div className="listing-grid">
        <div className="listing-form">
          <section className="card" aria-labelledby="info">
            <h2 id="info">Property Information</h2>
            <div className="two">
              <Field label="Property name" error={errors.name}><input name="name" value={form.name} onChange={set('name')} maxLength={LISTING.maxNameLength} /></Field>
              <Field label="Monthly rent" hint="RLUSD" error={errors.monthlyRent}><input name="monthlyRent" inputMode="decimal" value={form.monthlyRent} placeholder={String(LISTING.defaultRent)} onChange={(event) => change(changes.rent(form, event.target.value))} /></Field>
            </div>
            <AddressField value={form.address} error={errors.address} onChange={set('address')} />
            <Field label="Program Purpose" error={errors.fundingPurpose}><textarea name="fundingPurpose" value={form.fundingPurpose} onChange={set('fundingPurpose')} /></Field>
          </section>
          <section className="card" aria-labelledby="contract">
            <h2 id="contract">Rental Contract</h2>
            <ContractField file={contract} onChange={setContract} />
          </section>
          <section className="card" aria-labelledby="program">
            <h2 id="program">Token Program Configuration</h2>
            <Slider label="Participation cap" value={form.fundingGoal} shown={`${form.fundingGoal.toLocaleString('en-US')} RLUSD`} range={LISTING.fundingGoal} onChange={(value) => change(changes.goal(form, value))} />
            <Slider label="Term" value={form.tokenTermMonths} shown={`${form.tokenTermMonths} months`} range={LISTING.termMonths} onChange={(value) => change({ ...form, tokenTermMonths: value })} />
            <Slider label="Optional contribution share" value={form.monthlyRate} shown={`${form.monthlyRate.toFixed(1)}%`} range={LISTING.monthlyRate} ends={['3.0%', '12.0%']} onChange={(value) => change(changes.rate(form, Number(value.toFixed(1))))} />
            <div className="two">
              <Field label="Token count" error={errors.tokenCount}><input name="tokenCount" inputMode="numeric" value={form.tokenCount} onChange={(event) => change(changes.count(form, event.target.value))} /></Field>
              <Field label="Token price" hint="RLUSD" error={errors.tokenPrice}><input name="tokenPrice" inputMode="decimal" value={form.tokenPrice} onChange={set('tokenPrice')} /></Field>
            </div>
            <p className="small" style={{ color: terms.matchesCap ? 'var(--ok)' : 'var(--wait)' }}>{terms.matchesCap && <IconCheck size={16} aria-hidden style={{ verticalAlign: '-3px', marginRight: 6 }} />}{terms.matchesCap ? 'Matches participation cap' : 'Does not match participation cap'}</p>
            <Field label="Redemption clause" error={errors.redemptionClause}><textarea name="redemptionClause" value={form.redemptionClause} onChange={set('redemptionClause')} /></Field>
          </section>
          <Note tone="off">The platform is neutral: it documents the agreement and links it to payments. It is not a lender, broker, money transmitter or advisor.</Note>
        </div>
        <RulePanel form={form} terms={terms} onChange={change} />
      </div>
      <OwnListings />
      <div className="action-bar">
        <div className="row">
          <span className="mini" aria-hidden><span style={{ width: `${(Math.min(Number(terms.percentOfRent), 60) / 60) * 100}%`, background: terms.verdict === 'fits' ? 'var(--pri)' : 'var(--bad)' }} /><i /></span>
          <span className="small"><strong>{terms.percentOfRent}%</strong> of rent · {form.tokenCount || 0} tokens at {rlusd(Number(form.tokenPrice) || 0)} RLUSD</span>
        </div>
        <Button type="submit" look="filled" busy={isLoading}>Create Property Listing</Button>
      </div>
    </form>
  );
}

function RecentInvestments() {
  const { data: session } = useSessionQuery();
  const { data } = useParticipationsQuery(undefined, { skip: !session?.walletAddress });
  const recent = (data ?? []).slice(0, LISTS.recentInvestments);
  return (
    <section aria-labelledby="recent">
      <h2 id="recent">Recent Property Investments</h2>
      {recent.length === 0 ? <p className="dim" style={{ margin: '6px 0 28px' }}>No recent investments yet</p> : (
        <div className="recent" tabIndex={0} role="region" aria-label="Recent property investments">
          {recent.map((row) => (
            <div className="card" key={row.id}>
              <div className="between"><strong>{row.propertyName}</strong><span className="small dim">{row.tokensPurchased} tokens</span></div>
              <div className="between"><WalletText wallet={row.tokenHolderId} /><strong><Money amount={row.totalCost} /></strong></div>
            </div>
          ))}
        </div>
      )}
    </section>
  );
}

/** Checked when the field loses the focus; a failure of the check itself says nothing (D1 §8). */
function AddressField({ value, error, onChange }: { value: string; error?: string; onChange(event: { target: { value: string } }): void }) {
  const [check, { data, isLoading }] = useValidateAddressMutation();
  const [checked, setChecked] = useState('');
  const blur = () => {
    if (value.trim() === '' || value === checked) return;
    setChecked(value);
    void check(value);
  };
  const hint = isLoading ? 'Validating address...' : checked === value && data?.status === 'valid' ? 'Address found' : checked === value && data?.status === 'invalid' ? 'This address was not found. You may list it all the same.' : undefined;
  return <Field label="Address" hint={hint} error={error}><input name="address" value={value} onChange={onChange} onBlur={blur} autoComplete="street-address" /></Field>;
}

function ContractField({ file, onChange }: { file: File | null; onChange(file: File | null): void }) {
  const [problem, setProblem] = useState<string>();
  const take = (chosen: File | undefined) => {
    if (!chosen) return;
    const right = LISTING.contract.extensions.some((extension) => chosen.name.toLowerCase().endsWith(extension));
    setProblem(!right ? 'The contract must be a .pdf, .doc or .docx file' : chosen.size > LISTING.contract.maxBytes ? 'The file is larger than 10MB' : undefined);
    if (right && chosen.size <= LISTING.contract.maxBytes) onChange(chosen);
  };
  return (
    <div className="drop" onDragOver={(event) => event.preventDefault()} onDrop={(event) => { event.preventDefault(); take(event.dataTransfer.files[0]); }}>
      {file ? (
        <div className="between"><span><strong>{file.name}</strong> <span className="dim small">{Math.ceil(file.size / 1024)} kB</span></span><Button size="sm" onClick={() => onChange(null)}>Remove</Button></div>
      ) : (
        <Field label="Drop the contract here or choose a file" hint=".pdf, .doc or .docx, up to 10MB" error={problem}>
          <input type="file" accept=".pdf,.doc,.docx" onChange={(event) => take(event.target.files?.[0])} />
        </Field>
      )}
    </div>
  );
}

function Slider({ label, value, shown, range, ends, onChange }: { label: string; value: number; shown: string; range: { min: number; max: number; step: number }; ends?: [string, string]; onChange(value: number): void }) {
  const id = label.toLowerCase().replaceAll(' ', '-');
  return (
    <div className="field">
      <div className="slider-head"><label htmlFor={id}>{label}</label><output htmlFor={id}>{shown}</output></div>
      <input id={id} type="range" min={range.min} max={range.max} step={range.step} value={value} aria-valuetext={shown} onChange={(event) => onChange(Number(event.target.value))} />
      <div className="slider-ends"><span>{ends?.[0] ?? range.min.toLocaleString('en-US')}</span><span>{ends?.[1] ?? range.max.toLocaleString('en-US')}</span></div>
    </div>
  );
}
