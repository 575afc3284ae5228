import type { KycStatus } from '@tknest/contracts/api';
import { KYC } from '@tknest/contracts/rules';
import style from '../pages/kyc-verification.module.css';

const STATIONS = [
  { status: 'pending', word: 'Pending' },
  { status: 'in_progress', word: 'In progress' },
  { status: 'verified', word: 'Verified' },
] as const;

/** The progress of the verification: pending 20 %, in progress 60 %, verified 100 %, rejected 0 % (REQ-1.4.21). */
export function VerificationTrack({ status }: { status: KycStatus }) {
  const percent = status === 'not_started' ? 0 : KYC.progress[status];
  return (
    <div>
      <div
        className={style.track}
        role="progressbar"
        aria-label="Verification"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ width: `${percent}%` }} />
        {STATIONS.map(({ status: at }) => (
          <i key={at} style={{ left: `${KYC.progress[at]}%` }} data-reached={percent >= KYC.progress[at]} />
        ))}
      </div>
      <div className={`${style.stations} small`} aria-hidden>
        {STATIONS.map(({ status: at, word }) => (
          <span key={at} style={{ left: `${KYC.progress[at]}%` }} data-now={at === status}>
            {at === status ? `${word}, ${percent}%` : word}
          </span>
        ))}
      </div>
    </div>
  );
}
