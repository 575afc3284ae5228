import type { ReactNode } from 'react';
import { ButtonLink } from '../../../shared/ui/button/button';
import { Empty } from '../../../shared/ui/states/states';
import { useTitle } from '../../../shared/use-title';
import { useSessionQuery } from '../api';
import { readsEverything } from '../role';

const WHOSE = {
  admin: {
    title: 'This page is for administrators',
    text: 'Your wallet is not on the list of administrators. What concerns you is on your dashboard.',
  },
  audit: {
    title: 'The record is for auditors and administrators',
    text: 'Your wallet is on neither list. What concerns you is on your dashboard.',
  },
};
export type Office = keyof typeof WHOSE;

/** A page of the office: whoever may not read it is told whose it is, and nothing is asked of the server for it. */
export function OfficeOnly({ office, children }: { office: Office; children: ReactNode }) {
  const { data: session } = useSessionQuery();
  if (!session) return null;
  return readsEverything(session.userRole) ? children : <Closed {...WHOSE[office]} />;
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
