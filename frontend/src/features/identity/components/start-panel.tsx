import type { KycProvider } from '@tknest/contracts/api';
import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Role } from '../../../shared/session/api';
import { signInFrom } from '../../../shared/session/identity';
import { Button } from '../../../shared/ui/button/button';
import { Note } from '../../../shared/ui/note/note';
import { RadioCards } from '../../../shared/ui/radio-cards/radio-cards';
import { useProviderWindow } from '../../../shared/verification/use-provider-window';

const PROVIDERS = [
  { value: 'persona', label: 'Persona', text: 'Recommended. Phone camera, about 3 minutes.' },
  { value: 'sumsub', label: 'Sum&Substance', text: 'More document types, about 5 minutes.' },
];
const WORDS = { failed: 'KYC Start Failed', fallback: 'Failed to start KYC verification' };

/** The choice of a provider, whose page opens in a new window (REQ-1.2.43, REQ-1.4.22). */
export function StartPanel({ wallet, role }: { wallet: string | null; role: Role }) {
  const location = useLocation();
  const [provider, setProvider] = useState<KycProvider>('persona');
  const { start, isLoading, link } = useProviderWindow(WORDS);
  return (
    <section className="card" aria-labelledby="provider">
      <div>
        <h2 id="provider">Choose a provider</h2>
        <p className="small dim">Opens in a new window. You can switch until the first document is sent.</p>
      </div>
      <RadioCards
        label="Provider"
        name="provider"
        value={provider}
        options={PROVIDERS}
        onChange={(chosen) => setProvider(chosen as KycProvider)}
      />
      <Button
        look="filled"
        size="lg"
        wide
        busy={isLoading}
        disabled={!wallet}
        onClick={() => wallet && void start({ walletAddress: wallet, userRole: role, provider })}
      >
        Start KYC Verification <IconExternalLink size={18} aria-hidden />
      </Button>
      {!wallet && (
        <p className="small">
          <Link to={signInFrom(location)}>Connect your wallet</Link> to start.
        </p>
      )}
      {link && (
        <Note tone="run" live>
          No new window?{' '}
          <a href={link} target="_blank" rel="noreferrer">
            Open the verification here
          </a>
          .
        </Note>
      )}
      {wallet && (
        <p className="small dim">
          {role === 'landlord' ? 'As a landlord you also need ' : 'Without a provider: '}
          <Link to={`/kyc?role=${role}`}>the application form with its documents</Link>.
        </p>
      )}
    </section>
  );
}
