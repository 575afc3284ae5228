import type { ReactNode } from 'react';
import { useMatches } from 'react-router';
import { useSessionQuery } from '../../../shared/session/api';
import { can, type Action } from '../../../shared/session/can';
import { ButtonLink } from '../../../shared/ui/button/button';
import { Empty } from '../../../shared/ui/states/states';
import { useTitle } from '../../../shared/use-title';

const WHOSE: Partial<Record<Action, { title: string; text: string }>> = {
  'read-office': {
    title: 'This page is for administrators',
    text: 'Your wallet is not on the list of administrators. Your own pages are on your dashboard.',
  },
  'read-cases': {
    title: 'The case desk is for compliance officers',
    text: 'Your wallet is not on their list. Your own pages are on your dashboard.',
  },
  'read-record': {
    title: 'The record is for auditors and administrators',
    text: 'Your wallet is on neither list. Your own pages are on your dashboard.',
  },
};

/** Guards an office page by the permission of its route. Others see whom the page is for, and no request is sent. */
export function OfficeOnly({ children }: { children: ReactNode }) {
  const { data: session } = useSessionQuery();
  const may = (useMatches().at(-1)?.handle as { may?: Action } | undefined)?.may;
  if (!session) return null;
  return !may || can(session.userRole, may) ? children : <Closed {...(WHOSE[may] ?? WHOSE['read-office']!)} />;
}

function Closed({ title, text }: { title: string; text: string }) {
  useTitle(title);
  return (
    <Empty
      as="h1"
      title={title}
      text={text}
      action={
        <ButtonLink to="/" look="filled">
          Go to your dashboard
        </ButtonLink>
      }
    />
  );
}
