import { IconExternalLink } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Role } from '../../../shared/session/role';
import { Button } from '../../../shared/ui/button/button';
import { CopyButton } from '../../../shared/ui/copyable/copyable';
import { useKycRecordQuery } from '../../../shared/verification/api';
import { useProviderWindow } from '../../../shared/verification/use-provider-window';
import { Spoken } from '../../../shared/ui/live/live';

const WORDS = { failed: 'KYC Error', fallback: 'Failed to initialize KYC verification' };

/** Starts the verification with the recommended provider; while it is in progress, a box shows its session id. */
export function StartVerification({ wallet, role }: { wallet: string; role: Role }) {
  const { data: record } = useKycRecordQuery();
  const { start, isLoading, link } = useProviderWindow(WORDS);
  const session = record?.kycSessionId;
  return (
    <>
      <Button
        look="filled"
        size="lg"
        wide
        busy={isLoading}
        onClick={() => void start({ walletAddress: wallet, userRole: role })}
      >
        {session ? 'Continue KYC Verification' : 'Start KYC Verification'} <IconExternalLink size={18} aria-hidden />
      </Button>
      {session && (
        <div className="note note-run">
          <div>
            <Spoken>
              <strong>Verification in progress</strong>
            </Spoken>
            <p className="small auth-session">
              Session <span className="mono">{session}</span> <CopyButton value={session} what="session id" />
            </p>
            {link && (
              <a className="small" href={link} target="_blank" rel="noreferrer">
                Reopen the verification
              </a>
            )}
          </div>
        </div>
      )}
      <p className="small">
        <Link to={`/kyc-verification?role=${role}`}>Choose a provider</Link> or{' '}
        <Link to={`/kyc?role=${role}`}>fill in the application form</Link>. <Link to="/">Look around first</Link>
      </p>
    </>
  );
}
