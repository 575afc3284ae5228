import { Link } from 'react-router';
import { day } from '../../../shared/format/time';
import { Note } from '../../../shared/ui/note/note';
import { useKycRecordQuery } from '../../../shared/verification/api';
import { useSessionQuery } from '../../../shared/session/api';
import type { UserType } from '../kyc-form';

/** Above the application: whoever is verified as this already needs none, unless details have changed. */
export function AlreadyVerified({ type }: { type: UserType }) {
  const { data: session } = useSessionQuery();
  const isVerified = session?.kycStatus === 'verified' && session.userRole === type;
  const { data: record } = useKycRecordQuery(undefined, { skip: !isVerified });
  if (!isVerified || !record) return null;
  return (
    <div className="kyc-verified">
      <Note tone="ok" live>
        <strong>You are verified{record.expiresAt && ` until ${day(record.expiresAt)}`}.</strong> Apply again only if
        your details have changed. <Link to="/kyc-verification">Identity and documents</Link>
      </Note>
    </div>
  );
}
