import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../../shared/ui/button/button';
import type { Role } from '../../../shared/session/api';

const TEXTS = {
  landlord: {
    title: 'Register as Property Owner',
    benefits: [
      'Raise funding for a property that earns rent',
      'Direct payments from verified investors',
      'A monthly payment that never exceeds 30% of rent',
    ],
    requirements: [
      'Enhanced verification: identity, address, income',
      'Tax and bank details',
      'The rental contract of the property',
    ],
  },
  investor: {
    title: 'Register as Investor',
    benefits: [
      'Start with a single token',
      'A monthly rent share in RLUSD',
      'Every payment can be verified on the ledger',
    ],
    requirements: ['Basic verification: identity, address, income', 'A wallet app: Xaman'],
  },
};

/** The role registration modal (REQ-1.2.10, REQ-1.2.11). Proceed goes to /kyc; Cancel closes it. */
export default function RoleDialog({ role, onClose }: { role: Role; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  useEffect(() => dialog.current?.showModal(), []);
  const { title, benefits, requirements } = TEXTS[role];
  return (
    <dialog ref={dialog} className="landing-dialog" aria-labelledby="role-title" onClose={onClose}>
      <div className="stack">
        <h2 id="role-title">{title}</h2>
        <div>
          <h3>Benefits</h3>
          <ul>
            {benefits.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
        <div>
          <h3>KYC requirements</h3>
          <ul>
            {requirements.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
        <p className="small dim">
          Tokens are utility tokens: participation rights, not ownership, not securities. No returns are guaranteed.
          Agreements are directly between owners and participants.
        </p>
        <div className="landing-dialog-foot">
          <Button onClick={() => dialog.current?.close()}>Cancel</Button>
          <Button look="filled" onClick={() => void navigate(`/kyc?role=${role}`)}>
            Proceed to KYC Verification
          </Button>
        </div>
      </div>
    </dialog>
  );
}
