import { IconArrowRight, IconCheck, IconFlask, IconHome, IconLock } from '@tabler/icons-react';
import type { KycSubmitResult } from '@tknest/contracts/api';
import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { Wordmark } from '../../../shared/ui/wordmark/wordmark';
import { messageOf } from '../../../shared/api/problem';
import { useTitle } from '../../../shared/use-title';
import { Button, ButtonLink } from '../../../shared/ui/button/button';
import { Note } from '../../../shared/ui/note/note';
import { Progress } from '../../../shared/ui/progress/progress';
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
      <header className="kyc-head"><Wordmark /><nav className="row" aria-label="Page"><Button look="subtle" size="sm" onClick={() => { clear(); setFiles({}); setErrors({}); dispatch(showToast({ title: 'Saved Data Cleared', tone: 'ok' })); }}>Clear</Button><ButtonLink to="/kyc-test-mode" size="sm" icon={<IconFlask size={16} aria-hidden />}>Test Mode</ButtonLink><ButtonLink to="/" size="sm" icon={<IconHome size={16} aria-hidden />}>Home</ButtonLink></nav></header>
      <div className="kyc-grid">
        <aside className="kyc-rail">
          <h1>KYC application</h1>
          <div className="switch kyc-type" role="group" aria-label="Registration">
            {(['landlord', 'investor'] as const).map((type) => <button key={type} type="button" aria-pressed={userType === type} onClick={() => { setUserType(type); setErrors({}); }}>{type === 'landlord' ? 'Landlord Registration' : 'Investor Registration'}</button>)}
          </div>
          <div><div className="between small"><strong>Step {step} of 4</strong><span className="dim">{step * 25}%</span></div><Progress label="Progress" value={step * 25} tone="pri" /></div>
          <ol>{steps.map((title, index) => <li key={title} aria-current={step === index + 1 ? 'step' : undefined} data-done={step > index + 1}><b aria-hidden>{step > index + 1 ? <IconCheck size={16} /> : index + 1}</b>{title}</li>)}</ol>
          <div className="note note-off kyc-kept"><IconLock aria-hidden /><div>Saved on this device as you type, except your social security, tax, account and routing numbers.</div></div>
        </aside>
        <form ref={form} className="card kyc-card" noValidate onSubmit={(event) => { event.preventDefault(); if (step < 4) next(); else void send(); }}>
          <div><h2>{steps[step - 1]}</h2>{step === 1 && <p className="dim">As it stands on your government ID.</p>}</div>
          {step === 1 && <FieldsStep fields={PERSONAL} values={values} errors={errors} onChange={(name, value) => { setValues({ ...values, [name]: value }); if (errors[name]) setErrors(errorsOf('personal', { ...values, [name]: value })); }} />}
          {step === 2 && <FieldsStep fields={fields} values={values} errors={errors} onChange={(name, value) => { setValues({ ...values, [name]: value }); if (errors[name]) setErrors(errorsOf(userType, { ...values, [name]: value })); }} />}
          {step === 3 && <DocumentsStep files={files} onChange={setFiles} />}
          {step === 4 && <ReviewStep groups={[[steps[0]!, PERSONAL, 1], [steps[1]!, fields, 2]]} values={values} files={files} agreements={agreements} onEdit={setStep} onAgree={(name, accepted) => setAgreements({ ...agreements, [name]: accepted })} />}
          {step === 3 && missing.length > 0 && <Note tone="off">Still needed: {missing.join(', ')}</Note>}
          <div className="between kyc-foot">
            {step > 1 ? <Button onClick={() => setStep(step - 1)}>Back</Button> : <span />}
            <Button type="submit" look="filled" busy={isLoading}>{step < 4 ? <>Continue <IconArrowRight size={18} aria-hidden /></> : 'Submit application'}</Button>
          </div>
        </form>
      </div>
    </main>
  );
}
