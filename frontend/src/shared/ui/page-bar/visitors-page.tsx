import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useSessionQuery } from '../../session/api';
import { useFirstScreen } from '../../session/first-screen';
import { signInFrom } from '../../session/identity';
import { ButtonLink } from '../button/button';
import { PageBar } from './page-bar';

/** A public page: inside the shell for signed-in users, with a bar and a sign-in link for visitors. */
export function VisitorsPage({ children }: { children: ReactNode }) {
  const { data: session } = useSessionQuery();
  const first = useFirstScreen();
  const location = useLocation();
  if (!session && !first) return null;
  if (session?.walletAddress) return children;
  return (
    <>
      <PageBar>
        <ButtonLink to="/" size="sm">
          Home
        </ButtonLink>
        <ButtonLink to={signInFrom(location)} size="sm" look="filled">
          Connect Wallet
        </ButtonLink>
      </PageBar>
      <main className="content">{children}</main>
    </>
  );
}
