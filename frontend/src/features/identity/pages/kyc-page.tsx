import { IconArrowLeft, IconArrowRight, IconCheck, IconFlask, IconHome, IconLock } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { PageBar } from '../../../shared/ui/page-bar/page-bar';
import { messageOf } from '../../../shared/api/problem';
import { useTitle } from '../../../shared/use-title';
import { Button, ButtonLink } from '../../../shared/ui/button/button';
import { Note } from '../../../shared/ui/note/note';
import { Progress } from '../../../shared/ui/progress/progress';
import { settleToast, showToast } from '../../../shared/ui/toast/toast.slice';
import { useSessionQuery } from '../../access/api';
import { useSubmitKycMutation } from '../api';
import { DocumentsStep, type Files } from '../components/documents-step';
import { FieldsStep } from '../components/fields-step';
import { KycResult, wordsOf, type Outcome } from '../components/kyc-result';
import { ReviewStep } from '../components/review-step';
import {
  AGREEMENTS,
  DOCUMENTS,
  errorsOf,
  fieldsOf,
  PERSONAL,
  PROFESSIONAL,
  useKycDraft,
  type UserType,
  type Values,
} from '../kyc-form';
import './kyc.css';

const STEPS: readonly { title: string; lead(type: UserType): string }[] = [
  { title: 'Personal Information', lead: () => 'As it stands on your government ID.' },
  {
    title: 'Professional Details',
    lead: (type) =>
      type === 'landlord'
        ? 'Your business and the account the rent arrives in.'
        : 'What the rules ask us to know about people who buy tokens.',
  },
  { title: 'Document Upload', lead: () => 'Photos are fine, as long as all four corners and the text can be read.' },
  {
    title: 'Review & Submit',
    lead: () => 'Read it once as if it were somebody else’s. Numbers are masked; you can still change them.',
  },
];
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
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  /** Continue or Submit was pressed and this was missing: it is named where it is missing until it is there. */
  const [asked, setAsked] = useState<'documents' | 'agreements' | null>(null);
  const [submit, { isLoading }] = useSubmitKycMutation();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const key = useRef(crypto.randomUUID());
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), [step]);
  const missing = DOCUMENTS.filter(({ kind, required }) => required && !files[kind]?.length).map(({ label }) => label);
  const agreed = AGREEMENTS.every(({ name }) => agreements[name]);
  const mended = asked === 'documents' ? missing.length === 0 : asked === 'agreements' && agreed;
  useEffect(() => {
    if (!mended) return;
    setAsked(null);
    dispatch(settleToast());
  }, [mended, dispatch]);
  if (!session?.walletAddress) return <Navigate to={`/auth?from=${encodeURIComponent(`/kyc?${params}`)}`} replace />;

  const groups = step === 1 ? [{ fields: PERSONAL }] : PROFESSIONAL[userType];
  const checked = step === 1 ? 'personal' : userType;

  const fail = (found: Values) => {
    setErrors(found);
    const first = fieldsOf(checked).find(({ name }) => found[name])?.name;
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  const next = () => {
    const found = step < 3 ? errorsOf(checked, values) : {};
    if (Object.keys(found).length > 0) return fail(found);
    if (step === 3 && missing.length > 0) return askForDocuments();
    setErrors({});
    setStep(step + 1);
  };
  const askForDocuments = () => {
    setStep(3);
    setAsked('documents');
    dispatch(showToast({ title: 'Missing Documents', text: `Please upload: ${missing.join(', ')}`, tone: 'bad' }));
  };
  const send = async () => {
    if (missing.length > 0) return askForDocuments();
    for (const [at, found] of [
      [1, errorsOf('personal', values)],
      [2, errorsOf(userType, values)],
    ] as const) {
      if (Object.keys(found).length === 0) continue;
      setStep(at);
      return setTimeout(() => {
        setErrors(found);
        form.current?.querySelector<HTMLElement>(`[name="${Object.keys(found)[0]}"]`)?.focus();
      });
    }
    if (!agreed) {
      setAsked('agreements');
      form.current
        ?.querySelector<HTMLElement>(`[name="${AGREEMENTS.find(({ name }) => !agreements[name])!.name}"]`)
        ?.focus();
      return void dispatch(
        showToast({
          title: 'Agreements Required',
          text: 'Please accept all terms and agreements to proceed',
          tone: 'bad',
        }),
      );
    }
    dispatch(showToast({ title: 'Processing KYC Verification', tone: 'run' }));
    const body = new FormData();
    body.set('userType', userType);
    for (const { name } of [...PERSONAL, ...fieldsOf(userType)]) if (values[name]) body.set(name, values[name]!);
    for (const { name } of AGREEMENTS) body.set(name, 'true');
    for (const [kind, list] of Object.entries(files)) for (const file of list ?? []) body.append(kind, file, file.name);
    const answer = await submit({ form: body, key: key.current });
    key.current = crypto.randomUUID();
    if (answer.data && answer.data.status !== 'rejected') clear();
    const came: Outcome = answer.data ?? {
      failed: messageOf(answer.error, 'Unable to process verification. Please try again later'),
    };
    dispatch(showToast(wordsOf(came, userType)));
    setOutcome(came);
  };
  const home = (
    <ButtonLink to="/" size="sm" icon={<IconHome size={16} aria-hidden />}>
      Home
    </ButtonLink>
  );
  if (outcome)
    return (
      <>
        <PageBar>{home}</PageBar>
        <main className="kyc">
          <KycResult
            outcome={outcome}
            userType={userType}
            onDone={() => navigate('/dashboard')}
            onReview={() => {
              setOutcome(null);
              dispatch(settleToast());
            }}
          />
        </main>
      </>
    );
  const forget = () => {
    clear();
    setFiles({});
    setErrors({});
    setAsked(null);
    dispatch(showToast({ title: 'Saved Data Cleared', tone: 'ok' }));
  };
  const change = (name: string, value: string) => {
    const next = { ...values, [name]: value };
    setValues(next);
    // What was once called wrong is looked at again with every key.
    if (errors[name]) setErrors(errorsOf(checked, next));
  };
  /** Of a field that was left with something in it. */
  const check = (name: string) => {
    if (values[name]) setErrors((before) => ({ ...before, [name]: errorsOf(checked, values)[name] ?? '' }));
  };

  return (
    <>
      <PageBar>
        <span className="kyc-clear">
          <Button look="subtle" size="sm" onClick={forget}>
            Clear
          </Button>
        </span>
        <ButtonLink to="/kyc-test-mode" size="sm" icon={<IconFlask size={16} aria-hidden />}>
          Test Mode
        </ButtonLink>
        {home}
      </PageBar>
      <main className="kyc">
        <div className="kyc-grid">
          <div className="kyc-rail">
            <h1>KYC application</h1>
            <div className="switch kyc-type" role="group" aria-label="Registration">
              {(['landlord', 'investor'] as const).map((type) => (
                <button
                  key={type}
                  type="button"
                  aria-pressed={userType === type}
                  onClick={() => {
                    setUserType(type);
                    setErrors({});
                  }}
                >
                  {type === 'landlord' ? 'Landlord Registration' : 'Investor Registration'}
                </button>
              ))}
            </div>
            <div>
              <div className="between small">
                <strong>Step {step} of 4</strong>
                <span className="dim">{step * 25}%</span>
              </div>
              <Progress label="Progress" value={step * 25} tone="pri" />
            </div>
            <ol>
              {STEPS.map(({ title }, index) => (
                <li key={title} aria-current={step === index + 1 ? 'step' : undefined} data-done={step > index + 1}>
                  <b aria-hidden>{step > index + 1 ? <IconCheck size={16} /> : index + 1}</b>
                  {title}
                </li>
              ))}
            </ol>
            <div className="note note-off kyc-kept">
              <IconLock aria-hidden />
              <div>
                Saved on this device as you type, except your social security, tax, account and routing numbers.
                <button type="button" className="note-way kyc-clear-here" onClick={forget}>
                  Clear
                </button>
              </div>
            </div>
          </div>
          <form
            ref={form}
            className="card kyc-card"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              if (step < 4) next();
              else void send();
            }}
          >
            <div>
              <h2>{STEPS[step - 1]!.title}</h2>
              <p className="dim">{STEPS[step - 1]!.lead(userType)}</p>
            </div>
            {step < 3 && (
              <FieldsStep groups={groups} values={values} errors={errors} onChange={change} onLeave={check} />
            )}
            {step === 3 && asked === 'documents' && (
              <Note tone="bad">
                <strong>Missing Documents.</strong> Please upload: {missing.join(', ')}
              </Note>
            )}
            {step === 3 && <DocumentsStep files={files} asked={asked === 'documents'} onChange={setFiles} />}
            {step === 4 && (
              <ReviewStep
                userType={userType}
                titles={STEPS.map(({ title }) => title)}
                values={values}
                files={files}
                agreements={agreements}
                agree={asked === 'agreements'}
                onEdit={setStep}
                onAgree={(name, accepted) => setAgreements({ ...agreements, [name]: accepted })}
              />
            )}
            <div className="between kyc-foot">
              {step > 1 ? (
                <Button
                  icon={<IconArrowLeft size={18} aria-hidden />}
                  onClick={() => {
                    setErrors({});
                    setStep(step - 1);
                  }}
                >
                  Back
                </Button>
              ) : (
                <span />
              )}
              <Button type="submit" look="filled" size={step < 4 ? 'md' : 'lg'} busy={isLoading}>
                {step < 4 ? (
                  <>
                    Continue <IconArrowRight size={18} aria-hidden />
                  </>
                ) : (
                  'Submit application'
                )}
              </Button>
            </div>
          </form>
        </div>
      </main>
    </>
  );
}
