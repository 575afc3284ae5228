import { IconArrowRight, IconCheck, IconDeviceMobile, IconHome, IconUser } from '@tabler/icons-react';
import { POLLING } from '@tknest/contracts/rules';
import type { SignRequestLinks } from '@tknest/contracts/api';
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { Wordmark } from '../../../shared/ui/wordmark/wordmark';
import { api } from '../../../shared/api/base-api';
import { messageOf } from '../../../shared/api/problem';
import { countdown, dayAndTime } from '../../../shared/format/format';
import { useTitle } from '../../../shared/use-title';
import { useNow } from '../../../shared/use-now';
import { usePhone } from '../../../shared/use-phone';
import { Button, ButtonLink } from '../../../shared/ui/button/button';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Note } from '../../../shared/ui/note/note';
import { QrCode } from '../../../shared/ui/qr/qr';
import { Segments } from '../../../shared/ui/segments/segments';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useBeginLoginMutation, useLoginStatusQuery, useSessionQuery, useUserInfoQuery } from '../api';
import { readsEverything } from '../role';
import { SignOutButton } from '../components/sign-out-button';
import type { Role } from '../role';
import './auth.css';

const ROLES = [
  {
    value: 'investor',
    label: (
      <>
        <IconUser size={16} aria-hidden />
        Rent Recipient
      </>
    ),
  },
  {
    value: 'landlord',
    label: (
      <>
        <IconHome size={16} aria-hidden />
        Property Owner
      </>
    ),
  },
];

type Stopped = 'cancelled' | 'stopped' | null;

/** Secure Wallet Authentication (D1 §2, §4): role, QR code, waiting, connected; then where the verification stands. */
export default function AuthPage() {
  useTitle('Secure Wallet Authentication');
  const { data: session } = useSessionQuery();
  const connected = Boolean(session?.walletAddress);
  return (
    <main className="auth">
      <Wordmark />
      <h1 style={{ marginTop: 28 }}>Secure Wallet Authentication</h1>
      <p className="dim auth-lead">Sign in by scanning a code with Xaman. No password, and your keys stay with you.</p>
      <div className="auth-cards">
        {connected ? <Connected /> : <Connect />}
        <Verification />
      </div>
    </main>
  );
}

/** The role that was chosen on the way here: it stands in the address that one is led back to. */
const roleAskedFor = (from: string | null): Role =>
  new URLSearchParams(from?.split('?')[1]).get('role') === 'landlord' ? 'landlord' : 'investor';

function Connect() {
  const [params] = useSearchParams();
  const [role, setRole] = useState(() => roleAskedFor(params.get('from')));
  const [login, setLogin] = useState<(SignRequestLinks & { until: string }) | null>(null);
  const [stopped, setStopped] = useState<Stopped>(null);
  const [begin, { isLoading }] = useBeginLoginMutation();
  const dispatch = useDispatch();
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
          {stopped === 'cancelled'
            ? 'Xaman login was cancelled or expired.'
            : 'Nobody signed within five minutes. Begin again when you are ready.'}
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

/** Asks every 3 seconds, for 5 minutes at most; an error stops the asking (D1 §4). */
function Waiting({ login, onEnd }: { login: SignRequestLinks & { until: string }; onEnd(how: Stopped): void }) {
  const now = useNow(1_000);
  const over = now >= new Date(login.until).getTime();
  const { data, error } = useLoginStatusQuery(login.payloadUuid, {
    pollingInterval: over ? 0 : POLLING.walletLogin,
    skip: over,
  });
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  useEffect(() => {
    if (data?.authenticated) {
      dispatch(showToast({ title: 'Wallet Connected', tone: 'ok' }));
      dispatch(api.util.invalidateTags(['Session']));
      const from = params.get('from');
      if (from?.startsWith('/') && !from.startsWith('//')) navigate(from);
    } else if (data?.cancelled || data?.expired) {
      dispatch(
        showToast({ title: 'Authentication Cancelled', text: 'Xaman login was cancelled or expired.', tone: 'bad' }),
      );
      onEnd('cancelled');
    } else if (error) {
      dispatch(
        showToast({
          title: 'Authentication Error',
          text: messageOf(error, 'Failed to initialize Xaman login'),
          tone: 'bad',
        }),
      );
      onEnd('stopped');
    } else if (over) onEnd('stopped');
  }, [data, error, over]); // eslint-disable-line react-hooks/exhaustive-deps
  const phone = usePhone();
  const code = <QrCode src={login.qrCode} alt="QR code: scan it with Xaman to sign in" />;
  return (
    <div className="auth-qr">
      {!phone && code}
      <div className="auth-ways">
        <a
          className={`btn ${phone ? 'btn-filled btn-lg' : 'btn-default'}`}
          href={login.deepLink}
          target="_blank"
          rel="noreferrer"
        >
          <IconDeviceMobile size={18} aria-hidden />
          Open in Xaman
        </a>
        {phone && (
          <details>
            <summary>Scan from another device</summary>
            {code}
          </details>
        )}
        <Button look="subtle" onClick={() => onEnd(null)}>
          Cancel
        </Button>
      </div>
      <p className="small dim">Waiting for your wallet. The code is good for {countdown(login.until, now)}.</p>
    </div>
  );
}

function Connected() {
  const { data: session } = useSessionQuery();
  const { data: info } = useUserInfoQuery();
  const role = session!.userRole!;
  return (
    <section className="card" aria-labelledby="connected">
      <div className="between">
        <h2 id="connected">Connected</h2>
        <StatusPill status="active" word="Connected" />
      </div>
      {readsEverything(role) ? (
        <div className="between">
          <span className="dim">I am here as</span>
          <strong>{role === 'admin' ? 'Administrator' : 'Auditor'}</strong>
        </div>
      ) : (
        <div>
          <Segments label="I am here as" name="role" value={role} disabled options={ROLES} onChange={() => undefined} />
          <p className="small dim auth-hint">To change it, disconnect and connect again.</p>
        </div>
      )}
      <div className="between">
        <span className="dim">Wallet address</span>
        <WalletText wallet={session!.walletAddress} />
      </div>
      <div className="between">
        <span className="dim">Signed in</span>
        <span>{info ? dayAndTime(info.signedInAt) : '–'}</span>
      </div>
      <SignOutButton label="Disconnect" wide />
    </section>
  );
}

function Verification() {
  const { data: session } = useSessionQuery();
  const status = session?.kycStatus ?? 'not_started';
  const connected = Boolean(session?.walletAddress);
  const done = !connected ? 0 : status === 'verified' ? 3 : 1;
  const needsNone = readsEverything(session?.userRole);
  return (
    <section className="card" aria-labelledby="kyc">
      <div className="between">
        <h2 id="kyc">Identity Verification (KYC)</h2>
        <StatusPill status={connected ? status : 'not_started'} />
      </div>
      <p className="dim">
        {!connected
          ? 'Connect your wallet first. Verification typically takes 2-5 minutes.'
          : status === 'verified'
            ? 'You are verified. Everything is open to you.'
            : status === 'pending'
              ? 'Your application is reviewed by a person within 2-3 business days.'
              : status === 'rejected'
                ? 'Your application cannot be approved at this time.'
                : 'Verification typically takes 2-5 minutes.'}
      </p>
      <ol className="auth-steps">
        {['Connect your wallet', 'Government ID, proof of address, selfie', 'Sanctions screening, done for you'].map(
          (text, i) => (
            <li key={text} data-done={i < done}>
              <b aria-hidden>{i < done ? <IconCheck size={14} /> : i + 1}</b>
              {text}
              {i < done && <span className="sr-only">, done</span>}
            </li>
          ),
        )}
      </ol>
      {status === 'verified' || needsNone ? (
        <ButtonLink to={needsNone ? '/admin' : '/'} look="filled" size="lg" wide>
          Access Platform <IconArrowRight size={18} aria-hidden />
        </ButtonLink>
      ) : connected ? (
        <>
          <ButtonLink to={`/kyc?role=${session?.userRole ?? 'investor'}`} look="filled" size="lg" wide>
            Start KYC Verification
          </ButtonLink>
          <p className="small">
            <Link to="/">Look around first</Link>
          </p>
        </>
      ) : (
        <Button size="lg" wide disabled>
          Start KYC Verification
        </Button>
      )}
      <p className="xsmall dim">
        Documents are encrypted with a key of your own. Deleting your account destroys that key.
      </p>
    </section>
  );
}
