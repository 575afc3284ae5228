import type { KycStatus } from '@tknest/contracts/api';
import { ButtonLink } from '../ui/button/button';
import { useSessionQuery, type Role } from '../session/api';
import { useWalletInfoQuery } from '../wallets/api';
import './next-step.css';

interface Step {
  title: string;
  text: string;
  to: string;
  action: string;
}
const OF_KYC = (role: Role): Partial<Record<KycStatus, Step>> => ({
  not_started: {
    title: 'Verify your identity',
    text: 'You need an ID and a proof of address.',
    to: `/kyc?role=${role}`,
    action: role === 'landlord' ? 'Verify identity first' : 'Verify identity',
  },
  rejected: {
    title: 'Apply for verification again',
    text: 'The last application was rejected. See why, and what you can do.',
    to: '/kyc-verification',
    action: 'See the reason',
  },
});
const IN_REVIEW: Step = {
  title: 'Your verification is under review',
  text: 'We notify you when it is decided.',
  to: '/kyc-verification',
  action: 'View status',
};
const LINE: Step = {
  title: 'Open your RLUSD trust line',
  text: 'Then your wallet can hold RLUSD. You sign once, and no money moves.',
  to: '/trust-line-setup',
  action: 'Open trust line',
};
const FIRST: Record<Role, Step> = {
  investor: {
    title: 'Buy your first tokens',
    text: 'Compare the properties that are for sale.',
    to: '/properties',
    action: 'Compare properties',
  },
  landlord: {
    title: 'List your first property',
    text: 'The form below checks at once whether the rent carries the loan.',
    to: '#info',
    action: 'Go to the form',
  },
};
const STEPS = 4;

/**
 * The next of four steps of somebody new: sign in, verification, trust line, first purchase or listing.
 * @param role of the home @param begun whether the last step is done; undefined until that is known
 */
export function useNextStep(role: Role, begun: boolean | undefined) {
  const { data: session } = useSessionQuery();
  const { walletAddress, kycStatus, userRole } = session ?? {};
  const isNew = userRole === role && begun === false;
  const isVerified = kycStatus === 'verified';
  // The ledger is asked only for the few who need the answer.
  const skip = !isNew || !isVerified || !walletAddress;
  const { data: wallet, isLoading } = useWalletInfoQuery(walletAddress ?? '', { skip });
  const place = !isNew || !kycStatus ? 0 : !isVerified ? 2 : !wallet ? 0 : wallet.trustlineStatus === 'none' ? 3 : 4;
  const step = [null, null, OF_KYC(role)[kycStatus!] ?? IN_REVIEW, LINE, FIRST[role]][place];
  return { isLoading, place, step };
}

/** On both homes, until the first purchase or listing: what comes next. */
export function NextStep({ next: { step, place } }: { next: ReturnType<typeof useNextStep> }) {
  if (!step) return null;
  return (
    <section className="card next-step" aria-label="Your next step">
      <div className="next-step-bar" aria-hidden>
        {Array.from({ length: STEPS }, (_, at) => (
          <span key={at} data-done={at + 1 < place || undefined} />
        ))}
      </div>
      <div>
        <h2>
          <span className="dim">
            Step {place} of {STEPS}:
          </span>{' '}
          {step.title}
        </h2>
        <p className="small dim">{step.text}</p>
      </div>
      <ButtonLink to={step.to} look="filled">
        {step.action}
      </ButtonLink>
    </section>
  );
}
