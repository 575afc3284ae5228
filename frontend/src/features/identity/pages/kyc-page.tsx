import { AGREEMENT_VERSIONS } from '@tknest/contracts/rules';
import { IconArrowLeft, IconArrowRight, IconHome, IconFlask } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { once } from '../../../shared/api/intent';
import { Form, NOT_SENT_YET } from '../../../shared/form/form';
import { useAppDispatch } from '../../../shared/store/store';
import { PageBar } from '../../../shared/ui/page-bar/page-bar';
import { useTitle } from '../../../shared/use-title';
import { KeepAlive } from '../components/keep-alive';
import { Confirm } from '../../../shared/ui/later/dialogs';
import { Button, ButtonLink } from '../../../shared/ui/button/button';
import { Note } from '../../../shared/ui/note/note';
import { settleToast, showToast } from '../../../shared/ui/toast/toast.slice';
import { useSessionQuery, usePlatformConfigQuery } from '../../../shared/session/api';
import { useSubmitKycMutation } from '../api';
import { AlreadyVerified } from '../components/already-verified';
import { DocumentsStep, type Files } from '../components/documents-step';
import { FieldsStep } from '../components/fields-step';
import { ErrorSummary } from '../components/error-summary';
import { KycRail } from '../components/kyc-rail';
import { KycResult, outcomeOf, wordsOf, type Outcome } from '../components/kyc-result';
import { UploadProgress } from '../components/upload-progress';
import { ReviewStep } from '../components/review-step';
import { AGREEMENTS, askedOf, DOCUMENTS, fieldsOf, PERSONAL, PROFESSIONAL, type UserType } from '../kyc-form';
import { useApplication } from '../use-application';
import './kyc.css';

const STEPS: readonly { title: string; lead(type: UserType): string }[] = [
  { title: 'Personal Information', lead: () => 'Exactly as on your government ID.' },
  {
    title: 'Professional Details',
    lead: (type) =>
      type === 'landlord'
        ? 'Your business and the account the rent arrives in.'
        : 'Details that we are required to collect.',
  },
  { title: 'Document Upload', lead: () => 'Photos are fine if all corners and the text show.' },
  {
    title: 'Review & Submit',
    lead: () => 'Check your answers; you can still change them. Numbers are masked.',
  },
];
const asType = (role: string | null): UserType | null => (role === 'landlord' || role === 'investor' ? role : null);

/** The KYC application (REQ-1.2.36, REQ-1.4.16, REQ-1.5.17): four steps; focus is on the current step's first field. */
export default function KycPage() {
  useTitle('Identity verification');
  const [params] = useSearchParams();
  const { data: session } = useSessionQuery();
  if (!session?.walletAddress) return <Navigate to={`/auth?from=${encodeURIComponent(`/kyc?${params}`)}`} replace />;
  const own = asType(session.userRole) ?? 'investor';
  return <Application wallet={session.walletAddress} asked={asType(params.get('role'))} own={own} />;
}

/** Fields that were missing when Continue or Submit was pressed; each shows an error until it is filled in. */
type Asked = 'documents' | 'agreements' | null;

interface Props {
  wallet: string;
  /** From the link that led here. */
  asked: UserType | null;
  /** The role of the session. */
  own: UserType;
}
function Application({ wallet, asked: askedType, own }: Props) {
  const { form, values, step, go, clear } = useApplication(wallet, askedType, own);
  const { userType } = values;
  const [files, setFiles] = useState<Files>({});
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [asked, setAsked] = useState<Asked>(null);
  const [refusedAt, setRefusedAt] = useState<number | null>(null);
  const [sent, setSent] = useState(0);
  const [clearing, setClearing] = useState(false);
  const [submit, { isLoading }] = useSubmitKycMutation();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const element = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The review is read from its beginning; every other step begins with its first field.
    const first = step === 4 ? heading.current : element.current?.querySelector<HTMLElement>('input, select, textarea');
    first?.focus();
  }, [step]);
  const missing = DOCUMENTS.filter(({ kind, required }) => required && !files[kind]?.length).map(({ label }) => label);
  const notAgreed = AGREEMENTS.find(({ name }) => !values[name])?.name;
  const mended = asked === 'documents' ? missing.length === 0 : asked === 'agreements' && !notAgreed;
  useEffect(() => {
    if (!mended) return;
    setAsked(null);
    dispatch(settleToast());
  }, [mended, dispatch]);

  const next = () => {
    setRefusedAt(null);
    if (step === 3 && missing.length > 0) askForDocuments();
    else go(step + 1);
  };
  const refused = () => {
    if (step < 3) return setRefusedAt(step);
    if (missing.length > 0) return askForDocuments();
    const at = PERSONAL.some(({ name }) => form.getFieldState(name).error) ? 1 : 2;
    go(at);
    setRefusedAt(at);
    const names = fieldsOf(at === 1 ? 'personal' : userType).map(({ name }) => name);
    setTimeout(() => void form.trigger(names, { shouldFocus: true }));
  };
  const askForDocuments = () => {
    if (step !== 3) go(3);
    setAsked('documents');
    dispatch(showToast({ title: 'Missing Documents', text: `Please upload: ${missing.join(', ')}`, tone: 'bad' }));
  };
  const askForAgreements = () => {
    setAsked('agreements');
    form.setFocus(notAgreed!);
    const text = 'Please accept all terms and agreements to proceed';
    dispatch(showToast({ title: 'Agreements Required', text, tone: 'bad' }));
  };
  const send = async () => {
    if (missing.length > 0) return askForDocuments();
    if (notAgreed) return askForAgreements();
    dispatch(showToast({ title: 'Processing KYC Verification', tone: 'run' }));
    setSent(0);
    const body = new FormData();
    for (const { name } of askedOf([...PERSONAL, ...fieldsOf(userType)], values))
      if (values[name]) body.set(name, values[name]);
    body.set('userType', userType);
    for (const { name } of AGREEMENTS) body.set(name, 'true');
    body.set('agreementVersions', AGREEMENT_VERSIONS);
    for (const [kind, list] of Object.entries(files)) for (const file of list ?? []) body.append(kind, file, file.name);
    const sizes = Object.entries(files).map(([kind, list]) => [kind, list?.map(({ name, size }) => [name, size])]);
    const answer = await once(['kyc', values, sizes], (key) => submit({ form: body, key, onProgress: setSent }), {
      secret: true,
    });
    const came = outcomeOf(answer);
    if (!('failed' in came) && came.status !== 'rejected') clear();
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
            onDone={() => void navigate('/dashboard', { replace: true })}
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
    setAsked(null);
    setClearing(false);
    if (step > 1) go(1);
    dispatch(showToast({ title: 'Saved Data Cleared', tone: 'ok' }));
  };
  return (
    <>
      <PageBar>
        <span className="kyc-clear">
          <Button look="subtle" size="sm" onClick={() => setClearing(true)}>
            Clear
          </Button>
        </span>
        <TestModeLink />
        {home}
      </PageBar>
      <main className="kyc">
        <KeepAlive />
        <AlreadyVerified type={userType} />
        <div className="kyc-grid">
          <KycRail
            type={userType}
            steps={STEPS.map(({ title }) => title)}
            step={step}
            onType={(type) => {
              form.setValue('userType', type);
              form.clearErrors();
            }}
            onForget={() => setClearing(true)}
          />
          <Form
            form={form}
            // The application keeps its draft itself, longer than a tab.
            draft={null}
            ref={element}
            className="card kyc-card"
            onSubmit={async () => {
              await (step < 4 ? next() : send());
              return NOT_SENT_YET;
            }}
            onRefused={refused}
          >
            <div>
              <h2 ref={heading} tabIndex={-1}>
                {STEPS[step - 1]!.title}
              </h2>
              <p className="dim">{STEPS[step - 1]!.lead(userType)}</p>
            </div>
            {step < 3 && refusedAt === step && <ErrorSummary fields={step === 1 ? PERSONAL : fieldsOf(userType)} />}
            {step < 3 && (
              <FieldsStep groups={step === 1 ? [{ fields: askedOf(PERSONAL, values) }] : PROFESSIONAL[userType]} />
            )}
            {step === 3 && asked === 'documents' && (
              <Note tone="bad">
                <strong>Missing Documents.</strong> Please upload: {missing.join(', ')}
              </Note>
            )}
            {step === 3 && <DocumentsStep files={files} asked={asked === 'documents'} onChange={setFiles} />}
            {step === 4 && (
              <ReviewStep
                titles={STEPS.map(({ title }) => title)}
                values={values}
                files={files}
                agree={asked === 'agreements'}
                onEdit={go}
              />
            )}
            {isLoading && <UploadProgress share={sent} />}
            <div className="between kyc-foot">
              {step > 1 ? (
                <Button icon={<IconArrowLeft size={18} aria-hidden />} onClick={() => go(step - 1)}>
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
          </Form>
        </div>
      </main>
      {clearing && (
        <Confirm
          title="Clear your application?"
          action="Clear everything"
          safe="Keep it"
          onConfirm={forget}
          onClose={() => setClearing(false)}
        >
          <p>All that you typed and the files that you chose are removed from this device. Nothing was sent yet.</p>
        </Confirm>
      )}
    </>
  );
}

/** A link to the simulated form, only in the sandbox, because the page does not exist elsewhere. */
function TestModeLink() {
  const { data: config } = usePlatformConfigQuery();
  if (!config?.sandbox) return null;
  return (
    <ButtonLink to="/kyc-test-mode" size="sm" icon={<IconFlask size={16} aria-hidden />}>
      Test Mode
    </ButtonLink>
  );
}
