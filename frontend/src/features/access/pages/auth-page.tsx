import { POLLING } from '@tknest/contracts/rules';
import type { SignInLinks } from '@tknest/contracts/api';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Wordmark } from '../../../shared/ui/wordmark/wordmark';
import { messageOf } from '../../../shared/api/problem';
import { countdown } from '../../../shared/format/format';
import { useTitle } from '../../../shared/use-title';
import { useNow } from '../../../shared/use-now';
import { Button } from '../../../shared/ui/button/button';
import { Note } from '../../../shared/ui/note/note';
import { SignRequest } from '../../../shared/ui/sign-request/sign-request';
import { Segments } from '../../../shared/ui/segments/segments';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { sessionApi, useSessionQuery, type Who } from '../../../shared/session/api';
import { announceIdentity } from '../../../shared/session/identity';
import { useFollow } from '../../../shared/sign/use-follow';
import { useAppDispatch } from '../../../shared/store/store';
import { useBeginLoginMutation, useLoginStatusQuery, type LoginStatus } from '../api';
import type { Role } from '../../../shared/session/role';
import { Connected, ROLES, Verification } from '../components/connected';
import './auth.css';

type Login = SignInLinks & { until: string };
/** Why a sign-in came to nothing: withdrawn, not signed in time, or nobody knows how it stands. */
type Stopped = { how: 'cancelled' } | { how: 'late' } | { how: 'lost'; why: string } | null;

/** Secure Wallet Authentication (D1 §2, §4): role, QR code, waiting, connected; then where the verification stands. */
export default function AuthPage() {
  useTitle('Secure Wallet Authentication');
  const { data: session } = useSessionQuery();
  const [params] = useSearchParams();
  const connected = Boolean(session?.walletAddress);
  const again = params.get('again') === 'true';
  return (
    <main className="auth">
      <Wordmark />
      <h1 style={{ marginTop: 28 }}>Secure Wallet Authentication</h1>
      <p className="dim auth-lead">Sign in by scanning a code with Xaman. No password, and your keys stay with you.</p>
      <div className="auth-cards">
        {connected && !again ? <Connected /> : <Connect />}
        <Verification />
      </div>
    </main>
  );
}

/** The role that was chosen on the way here: it stands in the address that one is led back to. */
const roleAskedFor = (from: string | null): Role =>
  new URLSearchParams(from?.split('?')[1]).get('role') === 'landlord' ? 'landlord' : 'investor';

const ownRole = (session: Who | undefined): Role | null =>
  session?.userRole === 'landlord' || session?.userRole === 'investor' ? session.userRole : null;

function Connect() {
  const [params] = useSearchParams();
  const { data: session } = useSessionQuery();
  const [role, setRole] = useState(() => ownRole(session) ?? roleAskedFor(params.get('from')));
  const [login, setLogin] = useState<Login | null>(null);
  const [stopped, setStopped] = useState<Stopped>(null);
  const [begin, { isLoading }] = useBeginLoginMutation();
  const dispatch = useAppDispatch();
  const start = async () => {
    setStopped(null);
    const result = await begin(role);
    if (result.data) setLogin({ ...result.data, until: new Date(Date.now() + POLLING.walletLoginStop).toISOString() });
    else
      dispatch(
        showToast({
          title: 'Authentication Error',
          text: messageOf(result.error, 'Failed to initialize Xaman login'),
          tone: 'bad',
        }),
      );
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
      {stopped && (
        <Note tone="wait" live>
          {stopped.how === 'cancelled'
            ? 'Xaman login was cancelled or expired.'
            : stopped.how === 'late'
              ? 'Nobody signed within five minutes. Begin again when you are ready.'
              : `Whether you signed could not be asked: ${stopped.why.replace(/[^.!?]$/, '$&.')} Begin again.`}
        </Note>
      )}
      {login ? (
        <Waiting
          login={login}
          onEnd={(how) => {
            setLogin(null);
            setStopped(how);
          }}
        />
      ) : (
        <Button look="filled" size="lg" wide busy={isLoading} onClick={() => void start()}>
          Connect Xaman Wallet
        </Button>
      )}
    </section>
  );
}

const hasEnded = ({ authenticated, cancelled, expired }: LoginStatus) => authenticated || cancelled || expired;
/** An address of this program: nobody is led elsewhere after a sign-in. */
const ownAddress = (from: string | null) => (from?.startsWith('/') && !/^\/[/\\]/.test(from) ? from : null);

/** Asks every 3 seconds, for 5 minutes at most; an error stops the asking (D1 §4). */
function Waiting({ login, onEnd }: { login: Login; onEnd(how: Stopped): void }) {
  const now = useNow(1_000);
  const { data, error, late } = useFollow(useLoginStatusQuery, login.payloadUuid, {
    every: POLLING.walletLogin,
    until: new Date(login.until).getTime(),
    now,
    isOver: hasEnded,
    stopOnError: true,
  });
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const goOn = async () => {
    announceIdentity();
    // Before it is known who is there, a page further in would send one back here.
    await dispatch(sessionApi.endpoints.session.initiate(undefined, { forceRefetch: true, subscribe: false }));
    dispatch(showToast({ title: 'Wallet Connected', tone: 'ok' }));
    const from = ownAddress(params.get('from'));
    if (from) await navigate(from, { replace: true });
  };
  useEffect(() => {
    if (data?.authenticated) void goOn();
    else if (data?.cancelled || data?.expired) {
      dispatch(
        showToast({ title: 'Authentication Cancelled', text: 'Xaman login was cancelled or expired.', tone: 'bad' }),
      );
      onEnd({ how: 'cancelled' });
    } else if (error) {
      const why = messageOf(error, 'Failed to initialize Xaman login');
      dispatch(showToast({ title: 'Authentication Error', text: why, tone: 'bad' }));
      onEnd({ how: 'lost', why });
    } else if (late) onEnd({ how: 'late' });
  }, [data, error, late]); // eslint-disable-line react-hooks/exhaustive-deps
  return (
    <div className="auth-qr">
      <SignRequest request={login} what="scan it with Xaman to sign in">
        <Button look="subtle" onClick={() => onEnd(null)}>
          Cancel
        </Button>
      </SignRequest>
      {login.matchNumber && (
        <p className="auth-match">
          <strong className="figure">{login.matchNumber}</strong>
          <span className="small">
            Sign only if your wallet shows this number too: then the request is the one of this page, and not one that
            somebody sent you.
          </span>
        </p>
      )}
      <p className="small dim">Waiting for your wallet. The code is good for {countdown(login.until, now)}.</p>
    </div>
  );
}
