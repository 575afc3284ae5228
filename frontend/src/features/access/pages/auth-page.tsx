import { useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { Wordmark } from '../../../shared/ui/wordmark/wordmark';
import { useTitle } from '../../../shared/use-title';
import { Button } from '../../../shared/ui/button/button';
import { Segments } from '../../../shared/ui/segments/segments';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { useSessionQuery, type Who, type Role } from '../../../shared/session/api';
import { Connected, homeOf, ROLES, Verification } from '../components/connected';
import { SignInWaiting, StoppedNote, useSignIn } from '../../../shared/session/sign-in';
import style from './auth.module.css';

/**
 * Secure Wallet Authentication (REQ-1.2.31 to REQ-1.2.35, REQ-1.4.13): role, QR code, waiting, connected; then where
 * the user wanted to go, or the verification if that is next.
 */
export default function AuthPage() {
  useTitle('Secure Wallet Authentication');
  const { data: session } = useSessionQuery();
  const [params] = useSearchParams();
  const { walletAddress: wallet, userRole: role } = session ?? {};
  const again = params.get('again') === 'true';
  const from = ownAddress(params.get('from'));
  // Users who are already signed in, even in another tab, are redirected to the link's target.
  if (wallet && !again && from) return <Navigate to={from} replace />;
  return (
    <main className={style.auth}>
      <Wordmark />
      <h1>Secure Wallet Authentication</h1>
      <p className={`dim ${style.lead}`}>
        Sign in by scanning a code with Xaman. No password, and your keys stay with you.
      </p>
      <div className={style.cards}>
        {wallet && role && !again ? <Connected wallet={wallet} role={role} /> : <Connect />}
        <Verification />
      </div>
    </main>
  );
}

/** The role chosen earlier, from the address to return to. */
const roleAskedFor = (from: string | null): Role =>
  new URLSearchParams(from?.split('?')[1]).get('role') === 'landlord' ? 'landlord' : 'investor';

const ownRole = (session: Who | undefined): Role | null =>
  session?.userRole === 'landlord' || session?.userRole === 'investor' ? session.userRole : null;

function Connect() {
  const [params] = useSearchParams();
  const { data: session } = useSessionQuery();
  const [role, setRole] = useState(() => ownRole(session) ?? roleAskedFor(params.get('from')));
  const { login, stopped, busy, start, end } = useSignIn();
  const navigate = useNavigate();
  const goOn = async (who: Who | undefined) => {
    const to = ownAddress(params.get('from')) ?? homeOf(who);
    if (to) await navigate(to, { replace: true });
  };
  return (
    <section className="card" aria-labelledby="connect">
      <div className="between">
        <h2 id="connect">{login ? 'Scan to sign in' : 'Connect your wallet'}</h2>
        {login && <StatusPill status="waiting" />}
      </div>
      <Segments
        label="I am here as"
        name="role"
        value={role}
        disabled={login !== null}
        options={ROLES}
        onChange={(chosen) => setRole(chosen as Role)}
      />
      <StoppedNote stopped={stopped} />
      {login ? (
        <SignInWaiting login={login} onEnd={end} onSignedIn={goOn} />
      ) : (
        <Button look="filled" size="lg" wide busy={busy} onClick={() => void start(role)}>
          Connect Xaman Wallet
        </Button>
      )}
    </section>
  );
}

/** Only an address of this app: a sign-in never redirects elsewhere. */
const ownAddress = (from: string | null) => (from?.startsWith('/') && !/^\/[/\\]/.test(from) ? from : null);
