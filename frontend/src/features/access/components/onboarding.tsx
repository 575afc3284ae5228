import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { Button } from '../../../shared/ui/button/button';
import { Field } from '../../../shared/ui/field/field';
import { Note } from '../../../shared/ui/note/note';
import { StepperBar } from '../../../shared/ui/stepper/stepper';
import { useWizard } from '../../../shared/wizard/use-wizard';
import type { Role } from '../../../shared/session/api';
import style from './onboarding.module.css';

const STEPS: Record<Role, readonly string[]> = {
  landlord: ['KYC Verification', 'Create Account', 'Wallet Setup', 'Complete Setup'],
  investor: ['KYC Verification', 'Wallet Setup', 'Complete Setup'],
};
const LEADS: Record<string, string> = {
  'KYC Verification': 'Your details, exactly as on your government ID.',
  'Create Account': 'At least 8 characters, upper and lower case, a number, a special character.',
  'Wallet Setup': 'Paste your wallet’s address, or sign in with Xaman in the next step.',
  'Complete Setup': 'Your dashboard is next. If you are not signed in yet, you will sign in first.',
};
const QUICK_LEAD = 'The next page connects your wallet and opens its trust line.';
/** REQ-1.9.10: once KYC is verified, step 3 completes by itself. */
const ADVANCE_MS = 1_000;
const DEMO = {
  firstName: 'Dana',
  lastName: 'Demo',
  email: 'dana@example.com',
  country: 'United States',
  walletAddress: 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe',
  username: 'dana',
  password: 'Sample-1234',
  confirmPassword: 'Sample-1234',
};

type Data = Partial<typeof DEMO> & { kycStatus: 'pending' | 'verified' };

/**
 * The onboarding wizard (REQ-1.2.12 to REQ-1.2.16, REQ-1.4.3). It validates nothing, and what it collects grants
 * nothing; the real sign-in is /auth. `onComplete` is the surrounding page's callback; without it, the wizard goes to
 * /easy-setup.
 */
export default function Onboarding({
  role,
  onBack,
  onComplete,
}: {
  role: Role;
  onBack(): void;
  onComplete?(wallet: string): void;
}) {
  const steps = STEPS[role];
  const { step, forward, go } = useWizard(steps.length);
  const { register, reset, watch } = useForm<Data>({ defaultValues: { kycStatus: 'pending' } });
  const { kycStatus, walletAddress: wallet = '' } = watch();
  const navigate = useNavigate();
  const title = steps[step - 1]!;
  const quickSetup = `/easy-setup?${new URLSearchParams({ role, kycStatus: 'verified', wallet })}`;
  const next = () => {
    if (step < steps.length) return go(step + 1);
    if (onComplete) return onComplete(wallet);
    void navigate(quickSetup);
  };
  // REQ-1.4.4: step 3 reached from step 2. A user who goes back to it stays there.
  const passes = forward && step === 3 && kycStatus === 'verified' && steps.length > 3;
  useEffect(() => {
    if (!passes) return;
    const timer = setTimeout(() => go(4), ADVANCE_MS);
    return () => clearTimeout(timer);
  }, [passes]); // eslint-disable-line react-hooks/exhaustive-deps -- a render must not begin the second anew
  const input = (name: keyof typeof DEMO, label: string, type = 'text', placeholder?: string) => (
    <Field key={name} label={label}>
      <input type={type} placeholder={placeholder} {...register(name)} />
    </Field>
  );
  return (
    <section className={`card ${style.onboarding}`} aria-labelledby="wizard">
      <div className="between">
        <h2 id="wizard">Set up as {role === 'landlord' ? 'Property Owner' : 'Investor'}</h2>
        <Button look="subtle" size="sm" onClick={onBack}>
          Back to role choice
        </Button>
      </div>
      <StepperBar label="Setup progress" steps={steps} step={step} />
      <div className={style.grid}>
        <div className="stack">
          <div>
            <h3>{title}</h3>
            <p className="dim">{title === 'Complete Setup' && !onComplete ? QUICK_LEAD : LEADS[title]}</p>
          </div>
          {title === 'KYC Verification' && (
            <div className={style.fields}>
              {input('firstName', 'First name')}
              {input('lastName', 'Last name')}
              {input('email', 'Email', 'email')}
              {input('country', 'Country')}
            </div>
          )}
          {title === 'Create Account' && (
            <div className={style.fields}>
              {input('username', 'Username')}
              {input('password', 'Password', 'password')}
              {input('confirmPassword', 'Confirm password', 'password')}
            </div>
          )}
          {title === 'Wallet Setup' &&
            input('walletAddress', 'Wallet address', 'text', 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe')}
          {title === 'Complete Setup' && (
            <Note tone={kycStatus === 'verified' ? 'ok' : 'wait'}>
              {kycStatus === 'verified'
                ? 'Everything is filled in.'
                : 'Verification is pending. You can complete it after the setup.'}{' '}
              {onComplete && <Link to={quickSetup}>Open the wallet’s trust line in the quick setup</Link>}
            </Note>
          )}
        </div>
        <aside className={style.demo}>
          <p className="small">Just looking around?</p>
          <button type="button" className="note-way" onClick={() => reset({ ...DEMO, kycStatus: 'verified' })}>
            Auto-Fill Demo Data
          </button>
        </aside>
      </div>
      <div className={`between ${style.foot}`}>
        <Button unavailable={step === 1} onClick={() => go(step - 1)}>
          Previous
        </Button>
        <Button look="filled" onClick={next}>
          {step === steps.length ? 'Complete Setup' : 'Continue'}
        </Button>
      </div>
    </section>
  );
}
