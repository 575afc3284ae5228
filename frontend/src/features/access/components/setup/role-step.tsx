import { useState } from 'react';
import type { Role } from '../../../../shared/session/api';
import { Button } from '../../../../shared/ui/button/button';
import { RadioCards } from '../../../../shared/ui/radio-cards/radio-cards';

const OPTIONS = [
  { value: 'landlord', label: 'Property Owner', text: 'You list a property and repay from its rent.' },
  { value: 'investor', label: 'Investor', text: 'You buy tokens and receive your share of the rent.' },
];

export function RoleStep({ onChoose }: { onChoose(role: Role): void }) {
  const [role, setRole] = useState<string>('investor');
  return (
    <>
      <RadioCards label="Role" name="role" value={role} options={OPTIONS} onChange={setRole} />
      <div>
        <Button look="filled" onClick={() => onChoose(role as Role)}>
          Continue
        </Button>
      </div>
    </>
  );
}
