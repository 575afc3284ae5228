import type { PropertyProfileView } from '@tknest/contracts/api';
import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { useSessionQuery } from '../../../../shared/session/api';
import { signInFrom } from '../../../../shared/session/identity';
import { Note } from '../../../../shared/ui/note/note';
import { Skeleton } from '../../../../shared/ui/states/states';
import style from './property.module.css';

// Visitors never need it.
const Known = lazy(() => import('./known'));

/** Exact address and repayments: for the landlord, the office and verified investors. The server decides. */
export function Details({ profile }: { profile: PropertyProfileView }) {
  return (
    <section className={`card ${style.part}`} aria-labelledby="details">
      <h2 id="details">Address and repayments</h2>
      {profile.details ? (
        <Suspense fallback={<Skeleton height={160} />}>
          <Known details={profile.details} />
        </Suspense>
      ) : (
        <Restricted />
      )}
    </section>
  );
}

function Restricted() {
  const { data: session } = useSessionQuery();
  const location = useLocation();
  return (
    <Note tone="off">
      Verified investors see the address and late payments here.{' '}
      {!session?.walletAddress ? (
        <Link to={signInFrom(location)}>Sign in</Link>
      ) : (
        session.userRole === 'investor' && <Link to="/kyc?role=investor">Verify your identity</Link>
      )}
    </Note>
  );
}
