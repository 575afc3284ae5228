import type { UserRole } from '@tknest/contracts/api';
import { IconArrowRight, IconHome, IconUser } from '@tabler/icons-react';
import { Segments } from '../../../shared/ui/segments/segments';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { StepMark } from '../../../shared/ui/step-mark/step-mark';
import { dayAndTime } from '../../../shared/format/time';
import { Button, ButtonLink } from '../../../shared/ui/button/button';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { useSessionQuery, useUserInfoQuery, asRole, type Who } from '../../../shared/session/api';
import { useKycRecordQuery } from '../../../shared/verification/api';
import { SignOutButton } from '../../../shared/session/sign-out-button';
import { StartVerification } from './start-verification';
import style from '../pages/auth.module.css';

/** The roles that the page offers for signing in. */
export const ROLES = [
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

/**
 * Roles granted by the platform's configuration: these users choose no role, and need no verification for their work.
 */
const OFFICES = {
  admin: { name: 'Administrator', to: '/admin' },
  auditor: { name: 'Auditor', to: '/audit' },
  compliance: { name: 'Compliance officer', to: '/compliance' },
};
type Officer = keyof typeof OFFICES;
const isOfficer = (role: string | null | undefined): role is Officer => Object.hasOwn(OFFICES, role ?? '');

/** Where a user begins after signing in; null if the verification, which this page shows, is next. */
export const homeOf = (who: Who | undefined): string | null =>
  isOfficer(who?.userRole) ? OFFICES[who.userRole].to : who?.kycStatus === 'verified' ? '/' : null;

export function Connected({ wallet, role }: { wallet: string; role: UserRole }) {
  const { data: info } = useUserInfoQuery();
  return (
    <section className="card" aria-labelledby="connected">
      <div className="between">
        <h2 id="connected">Connected</h2>
        <StatusPill status="active" word="Connected" />
      </div>
      {isOfficer(role) ? (
        <div className="between">
          <span className="dim">I am here as</span>
          <strong>{OFFICES[role].name}</strong>
        </div>
      ) : (
        <div>
          <Segments label="I am here as" name="role" value={role} disabled options={ROLES} onChange={() => undefined} />
          <p className={`small dim ${style.hint}`}>To change it, disconnect and connect again.</p>
        </div>
      )}
      <div className="between">
        <span className="dim">Wallet address</span>
        <WalletText wallet={wallet} />
      </div>
      <div className="between">
        <span className="dim">Signed in</span>
        <span>{info ? dayAndTime(info.signedInAt) : '–'}</span>
      </div>
      <SignOutButton label="Disconnect" wide />
    </section>
  );
}

export function Verification() {
  const { data: session } = useSessionQuery();
  return isOfficer(session?.userRole) ? <NoVerification role={session.userRole} /> : <OwnVerification />;
}

/** For an officer: no verification needed, and a link to the work. */
function NoVerification({ role }: { role: Officer }) {
  return (
    <section className="card" aria-labelledby="kyc">
      <h2 id="kyc">Identity Verification (KYC)</h2>
      <p className="dim">Your role comes from the platform’s configuration. It needs no verification.</p>
      <ButtonLink to={OFFICES[role].to} look="filled" size="lg" wide>
        Access Platform <IconArrowRight size={18} aria-hidden />
      </ButtonLink>
    </section>
  );
}

function OwnVerification() {
  const { data: session } = useSessionQuery();
  const status = session?.kycStatus ?? 'not_started';
  const wallet = session?.walletAddress;
  const connected = Boolean(wallet);
  const done = !connected ? 0 : status === 'verified' ? 3 : 1;
  const { data: record } = useKycRecordQuery(undefined, { skip: !connected });
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
            ? 'You are verified and can use everything your role offers.'
            : status === 'pending'
              ? 'Your verification is not finished yet.'
              : status === 'in_progress'
                ? 'Your provider is checking your documents.'
                : status === 'rejected'
                  ? `Verification Rejected: ${record?.rejectionReason ?? 'your application cannot be approved at this time'}.`
                  : 'Verification typically takes 2-5 minutes.'}
      </p>
      <ol className={style.steps}>
        {['Connect your wallet', 'Government ID, proof of address, selfie', 'Sanctions screening, automatic'].map(
          (text, i) => (
            <li key={text}>
              <StepMark state={i < done ? 'done' : 'later'} number={i + 1} />
              {text}
              {i < done && <span className="sr-only">, done</span>}
            </li>
          ),
        )}
      </ol>
      {status === 'verified' ? (
        <ButtonLink to="/" look="filled" size="lg" wide>
          Access Platform <IconArrowRight size={18} aria-hidden />
        </ButtonLink>
      ) : wallet ? (
        <StartVerification wallet={wallet} role={asRole(session.userRole)} />
      ) : (
        <Button size="lg" wide disabled>
          Start KYC Verification
        </Button>
      )}
      <p className="xsmall dim">Your documents are encrypted with your own key. Erasing your data destroys that key.</p>
    </section>
  );
}
