import type { KycRecord } from '@tknest/contracts/api';
import { KYC } from '@tknest/contracts/rules';
import { IconRefresh, IconArrowRight, IconShieldCheck } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import type { FirstData } from '../../../shared/api/first-data';
import { messageOf } from '../../../shared/api/problem';
import { Asked } from '../components/asked';
import { day } from '../../../shared/format/time';
import { usePlatformConfigQuery, useSessionQuery, asRole, type Role } from '../../../shared/session/api';
import { useAppDispatch } from '../../../shared/store/store';
import { Button, ButtonLink } from '../../../shared/ui/button/button';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Note } from '../../../shared/ui/note/note';
import { VisitorsPage } from '../../../shared/ui/page-bar/visitors-page';
import { Skeleton } from '../../../shared/ui/states/states';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useTitle } from '../../../shared/use-title';
import { useKycRecordQuery, verificationApi } from '../../../shared/verification/api';
import { EraseData } from '../components/erase-data';
import { OwnData } from '../components/own-data';
import { StartPanel } from '../components/start-panel';
import { VerificationTrack } from '../components/verification-track';
import { Help, WhatYouNeed } from '../components/what-you-need';
import style from './kyc-verification.module.css';

const PROVIDERS: Record<string, string> = { persona: 'with Persona', sumsub: 'with Sum&Substance', platform: '' };
const NO_RECORD = { kycStatus: 'not_started', kycProvider: null, rejectionReason: null, expiresAt: null } as const;
/** The start panel is shown when there is no record, or the status is pending or rejected (REQ-1.2.44). */
const MAY_START = new Set(['not_started', 'pending', 'rejected']);

export const firstData: FirstData = (ask, { who }) => {
  const { kycRecord, ownCases } = verificationApi.endpoints;
  return who?.walletAddress && Promise.all([ask(kycRecord.initiate()), ask(ownCases.initiate())]);
};

/** The user's verification: its state, and the start with a provider (REQ-1.2.43, REQ-1.2.44, REQ-1.4.21). */
export default function KycVerificationPage() {
  return (
    <VisitorsPage>
      <Verification />
    </VisitorsPage>
  );
}

function Verification() {
  useTitle('Identity verification');
  const [params] = useSearchParams();
  const { data: session } = useSessionQuery();
  const wallet = session?.walletAddress ?? null;
  const record = useKycRecordQuery(undefined, { skip: !wallet });
  const { data: config } = usePlatformConfigQuery();
  /** "Not started" must not be shown before the state is known. */
  const shown = record.currentData ?? (wallet ? null : NO_RECORD);
  return (
    <div className={style.verification}>
      <div>
        <h1>Identity verification</h1>
        <p className="dim">{wallet ? <>For {<WalletText wallet={wallet} />}</> : 'Connect your wallet first.'}</p>
      </div>
      {record.isError && (
        <Note tone="bad" live>
          Your status did not load: {messageOf(record.error, 'The server is not responding.')}{' '}
          <button type="button" className="note-way" onClick={() => void record.refetch()}>
            Try again
          </button>
        </Note>
      )}
      {wallet && <Asked />}
      {shown ? (
        <Standing record={shown} wallet={wallet} refresh={record.refetch} />
      ) : (
        record.isError || <Skeleton height={176} />
      )}
      <div className={style.cards}>
        {shown && MAY_START.has(shown.kycStatus) && (
          <StartPanel wallet={wallet} role={roleOf(params.get('role'), session?.userRole)} />
        )}
        {shown?.kycStatus === 'verified' ? (
          <Verified supportEmail={config?.supportEmail} />
        ) : (
          <WhatYouNeed supportEmail={config?.supportEmail} />
        )}
      </div>
      {wallet && shown && shown.kycStatus !== 'not_started' && (
        <>
          <OwnData />
          <EraseData />
        </>
      )}
    </div>
  );
}

const roleOf = (asked: string | null, own: string | null | undefined): Role => asRole(asked ?? own);

/** Shown from 30 days before the end: after it, actions in progress continue, but nothing new can begin. */
function ending(expiresAt: string | null): string | null {
  const days = expiresAt ? Math.ceil((Date.parse(expiresAt) - Date.now()) / 86_400_000) : Infinity;
  if (days > KYC.expiryNoticeDays[0]) return null;
  return `Your verification ends in ${days} ${days === 1 ? 'day' : 'days'}. What you have started continues. Renew to begin anything new.`;
}

type Shown = Pick<KycRecord, 'kycStatus' | 'kycProvider' | 'rejectionReason' | 'expiresAt'>;

function Standing({ record, wallet, refresh }: { record: Shown; wallet: string | null; refresh(): unknown }) {
  const dispatch = useAppDispatch();
  const again = async () => {
    const { data } = (await refresh()) as { data?: KycRecord };
    if (data?.kycStatus === 'verified')
      dispatch(showToast({ title: 'Verified', text: 'Your identity is verified.', tone: 'ok' }));
  };
  const { kycStatus, kycProvider, expiresAt, rejectionReason } = record;
  const facts = [PROVIDERS[kycProvider ?? ''], expiresAt && `expires ${day(expiresAt)}`].filter(Boolean).join(', ');
  return (
    <section className={`card ${style.standing}`} aria-label="Status">
      <div className="between">
        <span className="row">
          <StatusPill status={kycStatus} />
          {facts && <span className="small dim">{facts}</span>}
        </span>
        <Button size="sm" disabled={!wallet} icon={<IconRefresh size={16} aria-hidden />} onClick={() => void again()}>
          Refresh Status
        </Button>
      </div>
      <VerificationTrack status={kycStatus} />
      {kycStatus === 'verified' && ending(expiresAt) && (
        <Note tone="wait">
          {ending(expiresAt)} <Link to="/kyc">Apply again</Link>
        </Note>
      )}
      {kycStatus === 'rejected' && (
        <Note tone="bad">
          <strong>Verification Rejected</strong> {rejectionReason}
        </Note>
      )}
    </section>
  );
}

/** The badge of a verified user, and a link to continue. */
function Verified({ supportEmail }: { supportEmail?: string }) {
  return (
    <section className={`card ${style.seal}`} aria-labelledby="seal">
      <IconShieldCheck size={44} stroke={1.7} color="var(--ok)" aria-hidden />
      <h2 id="seal">You are verified</h2>
      <p className="dim">You can use everything your role offers.</p>
      <ButtonLink to="/" look="filled" size="lg" wide>
        Access Platform <IconArrowRight size={18} aria-hidden />
      </ButtonLink>
      <Help supportEmail={supportEmail} verified />
    </section>
  );
}
