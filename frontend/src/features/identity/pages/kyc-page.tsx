import type { KycSubmitResult } from '@tknest/contracts/api';
import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { Wordmark } from '../../../shared/ui/wordmark/wordmark';
import { messageOf } from '../../../shared/api/problem';
import { useTitle } from '../../../shared/use-title';
import { Button } from '../../../shared/ui/button/button';
import { Note } from '../../../shared/ui/note/note';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useSessionQuery } from '../../access/api';
import { useSubmitKycMutation } from '../api';
import { DocumentsStep, type Files } from '../components/documents-step';
import { FieldsStep } from '../components/fields-step';
import { KycResult } from '../components/kyc-result';
import { ReviewStep } from '../components/review-step';
import { AGREEMENTS, DOCUMENTS, errorsOf, INVESTOR, LANDLORD, PERSONAL, useKycDraft, type UserType, type Values } from '../kyc-form';
import './kyc.css';

const asType = (role: string | null): UserType | null => (role === 'landlord' || role === 'investor' ? role : null);

/** The KYC application (D1 §2, §4, §5): four steps, the current one's first field first. */
export default function KycPage() {
  useTitle('Identity verification');
  const [params] = useSearchParams();
  const { data: session } = useSessionQuery();
  const draft = useKycDraft(asType(params.get('role')));
  const { step, setStep, userType, setUserType, values, setValues, agreements, setAgreements, clear } = draft;
  const [errors, setErrors] = useState<Values>({});
  const [files, setFiles] = useState<Files>({});
  const [result, setResult] = useState<KycSubmitResult | { failed: string } | null>(null);
  const [submit, { isLoading }] = useSubmitKycMutation();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const key = useRef(crypto.randomUUID());
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), [step]);
  if (!session?.walletAddress) return <Navigate to={`/auth?from=${encodeURIComponent('/kyc')}`} replace />;

  const fields = userType === 'landlord' ? LANDLORD : INVESTOR;
  const steps = ['Personal Information', userType === 'landlord' ? 'Landlord details' : 'Investment profile', 'Document Upload', 'Review & Submit'];
  const missing = DOCUMENTS.filter(({ kind, required }) => required && !files[kind]?.length).map(({ label }) => label);

  const fail = (found: Values) => {
    setErrors(found);
    const [first] = Object.keys(found);
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  const next = () => {
    const found = step === 1 ? errorsOf('personal', values) : step === 2 ? errorsOf(userType, values) : {};
    if (Object.keys(found).length > 0) return fail(found);
    if (step === 3 && missing.length > 0) return void dispatch(showToast({ title: 'Missing Documents', text: `Please upload: ${missing.join(', ')}`, tone: 'bad' }));
    setErrors({});
    setStep(step + 1);
  };
  const send = async () => {
    if (missing.length > 0) {
      setStep(3);
      return void dispatch(showToast({ title: 'Missing Documents', text: `Please upload: ${missing.join(', ')}`, tone: 'bad' }));
    }
    for (const [at, found] of [[1, errorsOf('personal', values)], [2, errorsOf(userType, values)]] as const) {
      if (Object.keys(found).length === 0) continue;
      setStep(at);
      return setTimeout(() => fail(found));
    }
    if (!AGREEMENTS.every(({ name }) => agreements[name])) return void dispatch(showToast({ title: 'Agreements Required', text: 'Please accept all terms and agreements to proceed', tone: 'bad' }));
    dispatch(showToast({ title: 'Processing KYC Verification', tone: 'run' }));
    const body = new FormData();
    body.set('userType', userType);
    for (const { name } of [...PERSONAL, ...fields]) if (values[name]) body.set(name, values[name]!);
    for (const { name } of AGREEMENTS) body.set(name, 'true');
    for (const [kind, list] of Object.entries(files)) for (const file of list ?? []) body.append(kind, file, file.name);
    const answer = await submit({ form: body, key: key.current });
    key.current = crypto.randomUUID();
    if (!answer.data) return setResult({ failed: messageOf(answer.error, 'Unable to process verification. Please try again later') });
    if (answer.data.status !== 'rejected') clear();
    setResult(answer.data);
  };
  if (result) return <main className="kyc"><Wordmark /><KycResult result={result} onDone={() => navigate('/dashboard')} onRetry={() => setResult(null)} /></main>;

  return (
    <main className="kyc">
      <div className="between"><Wordmark /><nav className="row" aria-label="Page"><Link to="/">Home</Link><Button size="sm" onClick={() => { clear(); setFiles({}); setErrors({}); dispatch(showToast({ title: 'Saved Data Cleared', tone: 'ok' })); }}>Clear</Button></nav></div>
      <div className="kyc-grid">
        <aside className="kyc-rail">
          <div className="auth-switch" role="tablist" aria-label="Registration">
            {(['landlord', 'investor'] as const).map((type) => <button key={type} type="button" role="tab" aria-selected={userType === type} className="btn btn-sm" style={{ background: userType === type ? 'var(--surface)' : 'transparent' }} onClick={() => { setUserType(type); setErrors({}); }}>{type === 'landlord' ? 'Landlord' : 'Investor'}</button>)}
          </div>
          <div><div className="between small"><span>Step {step} of 4</span><span className="dim">{step * 25}%</span></div><div className="bar" role="progressbar" aria-valuenow={step * 25} aria-valuemin={0} aria-valuemax={100} aria-label="Progress" style={{ height: 6, borderRadius: 3, background: 'var(--off-soft)' }}><span style={{ display: 'block', height: '100%', width: `${step * 25}%`, background: 'var(--pri)', borderRadius: 3 }} /></div></div>
          <ol>{steps.map((title, index) => <li key={title} aria-current={step === index + 1 ? 'step' : undefined} data-done={step > index + 1}><b aria-hidden>{index + 1}</b>{title}</li>)}</ol>
          <p className="xsmall dim">Your entries are kept on this device until you submit, except social security, tax, account and routing numbers, which are never stored in the browser.</p>
        </aside>
        <form ref={form} className="card kyc-card" noValidate onSubmit={(event) => { event.preventDefault(); if (step < 4) next(); else void send(); }}>
          <h1>{userType === 'landlord' ? 'Landlord Registration' : 'Investor Registration'}</h1>
          <h2>{steps[step - 1]}</h2>
          {step === 1 && <FieldsStep fields={PERSONAL} values={values} errors={errors} onChange={(name, value) => { setValues({ ...values, [name]: value }); if (errors[name]) setErrors(errorsOf('personal', { ...values, [name]: value })); }} />}
          {step === 2 && <FieldsStep fields={fields} values={values} errors={errors} onChange={(name, value) => { setValues({ ...values, [name]: value }); if (errors[name]) setErrors(errorsOf(userType, { ...values, [name]: value })); }} />}
          {step === 3 && <DocumentsStep files={files} onChange={setFiles} />}
          {step === 4 && <ReviewStep groups={[[steps[0]!, PERSONAL, 1], [steps[1]!, fields, 2]]} values={values} files={files} agreements={agreements} onEdit={setStep} onAgree={(name, accepted) => setAgreements({ ...agreements, [name]: accepted })} />}
          {step === 3 && missing.length > 0 && <Note tone="off">Still needed: {missing.join(', ')}</Note>}
          <div className="between">
            {step > 1 ? <Button onClick={() => setStep(step - 1)}>Back</Button> : <span />}
            <Button type="submit" look="filled" busy={isLoading}>{step < 4 ? 'Continue' : 'Submit application'}</Button>
          </div>
        </form>
      </div>
    </main>
  );
}
