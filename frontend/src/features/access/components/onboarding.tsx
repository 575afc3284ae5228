import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../../shared/ui/button/button';
import { Field } from '../../../shared/ui/field/field';
import { Note } from '../../../shared/ui/note/note';
import type { Role } from '../role';
import './onboarding.css';

const STEPS: Record<Role, readonly string[]> = {
  landlord: ['KYC Verification', 'Create Account', 'Wallet Setup', 'Complete Setup'],
  investor: ['KYC Verification', 'Wallet Setup', 'Complete Setup'],
};
const LEADS: Record<string, string> = {
  'KYC Verification': 'Who you are, as it stands on your government ID.',
  'Create Account': 'At least 8 characters, upper and lower case, a number, a special character.',
  'Wallet Setup': 'Paste its address, or sign in with Xaman in the next step.',
  'Complete Setup': 'The next page connects your wallet and opens its trust line.',
};
/** D1 §9: after KYC is verified, step 3 passes by itself. */
const ADVANCE_MS = 1_000;
const DEMO = {
  firstName: 'Dana',
  lastName: 'Demo',
  email: 'dana@example.com',
  country: 'United States',
  walletAddress: 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe',
  username: 'dana',
  password: 'Sample-1234',
};

type Data = Partial<typeof DEMO> & { kycStatus: 'pending' | 'verified' };

/**
 * The onboarding wizard (D1 §2, §4): it checks nothing, and what it collects opens nothing: the real way in is /auth.
 */
export default function Onboarding({ role, onBack }: { role: Role; onBack(): void }) {
  const steps = STEPS[role];
  const [step, setStep] = useState(1);
  const [data, setData] = useState<Data>({ kycStatus: 'pending' });
  const navigate = useNavigate();
  const title = steps[step - 1]!;
  const finish = () =>
    navigate(`/easy-setup?${new URLSearchParams({ role, kycStatus: 'verified', wallet: data.walletAddress ?? '' })}`);
  const forward = () => {
    if (step === steps.length) return finish();
    setStep(step + 1);
  };
  useEffect(() => {
    if (step !== 3 || data.kycStatus !== 'verified' || steps.length <= 3) return;
    const timer = setTimeout(() => setStep(4), ADVANCE_MS);
    return () => clearTimeout(timer);
  }, [step, data.kycStatus, steps.length]);
  const input = (name: keyof typeof DEMO, label: string, type = 'text', placeholder?: string) => (
    <Field label={label}>
      <input
        type={type}
        value={data[name] ?? ''}
        placeholder={placeholder}
        onChange={(event) => setData({ ...data, [name]: event.target.value })}
      />
    </Field>
  );
  return (
    <section className="card onboarding" aria-labelledby="wizard">
      <div className="between">
        <h2 id="wizard">Set up as {role === 'landlord' ? 'Property Owner' : 'Investor'}</h2>
        <Button look="subtle" size="sm" onClick={onBack}>
          Back to role choice
        </Button>
      </div>
      <div
        role="progressbar"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round((step / steps.length) * 100)}
        aria-label="Setup progress"
      >
        <ol className="onboarding-steps" aria-hidden>
          {steps.map((name, index) => (
            <li key={name} data-done={index < step} data-now={index === step - 1}>
              {name}
            </li>
          ))}
        </ol>
      </div>
      <div className="onboarding-grid">
        <div className="stack">
          <div>
            <h3>{title}</h3>
            <p className="dim">{LEADS[title]}</p>
          </div>
          {title === 'KYC Verification' && (
            <div className="onboarding-fields">
              {input('firstName', 'First name')}
              {input('lastName', 'Last name')}
              {input('email', 'Email', 'email')}
              {input('country', 'Country')}
            </div>
          )}
          {title === 'Create Account' && (
            <div className="onboarding-fields">
              {input('username', 'Username')}
              {input('password', 'Password', 'password')}
            </div>
          )}
          {title === 'Wallet Setup' &&
            input('walletAddress', 'Wallet address', 'text', 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe')}
          {title === 'Complete Setup' && (
            <Note tone={data.kycStatus === 'verified' ? 'ok' : 'wait'}>
              {data.kycStatus === 'verified'
                ? 'Everything is filled in.'
                : 'Verification is pending. You can complete it after the setup.'}
            </Note>
          )}
        </div>
        <aside className="onboarding-demo">
          <p className="small">Just looking around?</p>
          <button type="button" className="note-way" onClick={() => setData({ ...DEMO, kycStatus: 'verified' })}>
            Auto-Fill Demo Data
          </button>
        </aside>
      </div>
      <div className="between onboarding-foot">
        <Button disabled={step === 1} onClick={() => setStep(step - 1)}>
          Previous
        </Button>
        <Button look="filled" onClick={forward}>
          {step === steps.length ? 'Complete Setup' : 'Continue'}
        </Button>
      </div>
    </section>
  );
}
