import { TestVerificationRequest, type TestVerificationResult } from '@tknest/contracts/api';
import { KYC } from '@tknest/contracts/rules';
import { IconHome, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { messageOf } from '../../../shared/api/problem';
import { contractResolver } from '../../../shared/form/contract-resolver';
import { CheckboxField, SelectField, TextField } from '../../../shared/form/fields';
import { Form } from '../../../shared/form/form';
import { useAppDispatch } from '../../../shared/store/store';
import { Button, ButtonLink } from '../../../shared/ui/button/button';
import { PageBar } from '../../../shared/ui/page-bar/page-bar';
import { RadioCards } from '../../../shared/ui/radio-cards/radio-cards';
import { SandboxStripe } from '../../../shared/ui/sandbox-stripe/sandbox-stripe';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useTitle } from '../../../shared/use-title';
import { useTestVerificationMutation } from '../api';
import { TestResult } from '../components/test-result';
import style from './kyc-test-mode.module.css';

const SCENARIOS: readonly { value: string; label: string }[] = [
  { value: 'approved_low_risk', label: 'Approved, low risk' },
  { value: 'approved_medium_risk', label: 'Approved, medium risk' },
  { value: 'pending_manual_review', label: 'Pending, a person decides' },
  { value: 'rejected_sanctions', label: 'Rejected, sanctions' },
  { value: 'rejected_high_risk', label: 'Rejected, high risk' },
];
const same = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));
const TYPES = [
  { value: 'investor', label: 'Investor' },
  { value: 'landlord', label: 'Landlord' },
];
const START: Partial<TestVerificationRequest> = {
  firstName: '',
  lastName: '',
  email: '',
  dateOfBirth: '',
  country: '',
  userType: 'investor',
  testScenario: 'approved_low_risk',
  termsAccepted: false,
  privacyAccepted: false,
  riskDisclosureAccepted: false,
};
const ACCEPTED = [
  ['termsAccepted', 'I accept the terms'],
  ['privacyAccepted', 'I accept the privacy policy'],
  ['riskDisclosureAccepted', 'I accept the risk disclosure'],
] as const;

/** The simulated KYC form (REQ-1.2.42, REQ-1.4.20): five outcomes, none of which changes a real verification. */
export default function KycTestModePage() {
  useTitle('KYC test mode');
  return (
    <>
      <PageBar>
        <ButtonLink to="/kyc" size="sm">
          Real KYC
        </ButtonLink>
        <ButtonLink to="/" size="sm" icon={<IconHome size={16} aria-hidden />}>
          Home
        </ButtonLink>
      </PageBar>
      <main>
        <SandboxStripe>Simulated. Nothing here changes a real verification.</SandboxStripe>
        <div className={style.page}>
          <TestForm />
        </div>
      </main>
    </>
  );
}

function TestForm() {
  const form = useForm<TestVerificationRequest>({
    defaultValues: START,
    resolver: contractResolver<TestVerificationRequest>(TestVerificationRequest),
  });
  const scenario = useWatch({ control: form.control, name: 'testScenario' });
  const [result, setResult] = useState<TestVerificationResult | null>(null);
  const [run, { isLoading }] = useTestVerificationMutation();
  const dispatch = useAppDispatch();
  const send = async (values: TestVerificationRequest) => {
    setResult(null);
    const { data, error } = await run(values);
    if (data) {
      setResult(data);
      dispatch(showToast({ title: 'Test KYC Completed', tone: 'ok' }));
      return {};
    }
    const text = messageOf(error, 'Unable to process test verification');
    dispatch(showToast({ title: 'Test Failed', text, tone: 'bad' }));
    return { error, told: true };
  };
  const { errors } = form.formState;
  return (
    <Form form={form} draft="kyc-test-mode" className={style.grid} onSubmit={send}>
      <section className="card" aria-labelledby="test-mode">
        <div>
          <h1 id="test-mode">KYC test mode</h1>
          <p className="dim">Choose an outcome and see what the platform does with it.</p>
        </div>
        <div className={style.fields}>
          <TextField name="firstName" label="First name" />
          <TextField name="lastName" label="Last name" />
          <div className={style.wide}>
            <TextField name="email" label="Email" type="email" />
          </div>
          <TextField name="dateOfBirth" label="Date of birth" type="date" />
          <SelectField name="country" label="Country" data={same(KYC.testCountries)} placeholder="Choose" />
          <div className={style.wide}>
            <SelectField name="userType" label="User type" data={TYPES} />
          </div>
        </div>
        <div className={style.accepted}>
          {ACCEPTED.map(([name, label]) => (
            <div key={name}>
              <CheckboxField name={name} label={label} wrong={Boolean(errors[name])} />
              {errors[name] && <p className={`small ${style.problem}`}>{errors[name].message}</p>}
            </div>
          ))}
        </div>
      </section>
      <div className={style.side}>
        <section className="card" aria-labelledby="outcome">
          <h2 id="outcome">Outcome to simulate</h2>
          <RadioCards
            slim
            label="Outcome to simulate"
            name="testScenario"
            value={scenario}
            options={SCENARIOS.map((one) => ({ ...one, text: <span className="mono">{one.value}</span> }))}
            onChange={(chosen) => form.setValue('testScenario', chosen as TestVerificationRequest['testScenario'])}
          />
          <Button type="submit" look="filled" size="lg" wide busy={isLoading}>
            <IconPlayerPlay size={18} aria-hidden /> Run test
          </Button>
        </section>
        {result && <TestResult result={result} />}
      </div>
    </Form>
  );
}
