import type { ReactNode } from 'react';
import { useSessionQuery } from '../../session/api';
import { ButtonLink } from '../button/button';
import { PageBar } from './page-bar';

/** A page of everybody's: the shell stands around it for whoever is signed in, a bar with the way in for visitors. */
export function VisitorsPage({ children }: { children: ReactNode }) {
  const { data: session } = useSessionQuery();
  if (!session) return null;
  if (session.walletAddress) return children;
  return (
    <>
      <PageBar>
        <ButtonLink to="/" size="sm">
          Home
        </ButtonLink>
        <ButtonLink to="/auth" size="sm" look="filled">
          Connect Wallet
        </ButtonLink>
      </PageBar>
      <main className="content">{children}</main>
    </>
  );
}
