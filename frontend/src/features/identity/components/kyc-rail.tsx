import { IconLock } from '@tabler/icons-react';
import { Stepper } from '../../../shared/ui/stepper/stepper';
import type { UserType } from '../kyc-form';

/** Beside the form: the role, the progress, and what is stored on this device. */
export function KycRail({
  type,
  steps,
  step,
  onType,
  onForget,
}: {
  type: UserType;
  steps: readonly string[];
  step: number;
  onType(type: UserType): void;
  onForget(): void;
}) {
  return (
    <div className="kyc-rail">
      <h1>KYC application</h1>
      <div className="switch kyc-type" role="group" aria-label="Registration">
        {(['landlord', 'investor'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={type === one} onClick={() => onType(one)}>
            {one === 'landlord' ? 'Landlord Registration' : 'Investor Registration'}
          </button>
        ))}
      </div>
      <Stepper steps={steps} step={step} />
      <div className="note note-off kyc-kept">
        <IconLock aria-hidden />
        <div>
          Saved on this device as you type, except your social security, tax, account and routing numbers. Signing out
          removes it.
          <button type="button" className="note-way kyc-clear-here" onClick={onForget}>
            Clear
          </button>
        </div>
      </div>
    </div>
  );
}
