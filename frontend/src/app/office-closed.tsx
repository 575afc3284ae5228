import type { Action } from '../shared/session/can';
import { ButtonLink } from '../shared/ui/button/button';
import { Empty } from '../shared/ui/states/states';
import { useTitle } from '../shared/use-title';

interface Whose {
  title: string;
  text: string;
}

const WHOSE: Partial<Record<Action, Whose>> & { 'read-office': Whose } = {
  'read-office': {
    title: 'This page is for administrators',
    text: 'Your wallet is not on the list of administrators. Your own pages are on your dashboard.',
  },
  'read-cases': {
    title: 'The case desk is for compliance officers',
    text: 'Your wallet is not on their list. Your own pages are on your dashboard.',
  },
  'read-record': {
    title: 'The audit pages are for auditors and administrators',
    text: 'Your wallet is on neither list. Your own pages are on your dashboard.',
  },
};

/** Explains who may use an office page. */
export default function OfficeClosed({ may }: { may: Action }) {
  const { title, text } = WHOSE[may] ?? WHOSE['read-office'];
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
