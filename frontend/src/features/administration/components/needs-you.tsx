import type { OfficeWaitingView } from '@tknest/contracts/api';
import { Link } from 'react-router';
import { count } from '../../../shared/format/format';

const PLACES: readonly (readonly [keyof OfficeWaitingView, to: string, one: string])[] = [
  ['proposals', '/admin/proposals', 'proposal'],
  ['cases', '/admin/cases', 'payment case'],
  ['compliance', '/compliance', 'compliance case'],
  ['failedEvents', '/admin/failed-events', 'failed event'],
];

/** What waits for a person, each as a link to it. */
export function NeedsYou({ waiting }: { waiting: OfficeWaitingView }) {
  return (
    <nav className="needs" aria-label="Needs you">
      <h2>Needs you</h2>
      {waiting.changedEvents > 0 && (
        <Link to="/audit" className="needs-chip">
          The event log was changed
        </Link>
      )}
      {PLACES.map(([what, to, one]) => (
        <Link key={what} to={to} className="needs-chip" data-none={waiting[what] === 0 || undefined}>
          {count(waiting[what])} {one}
          {waiting[what] === 1 ? '' : 's'}
        </Link>
      ))}
    </nav>
  );
}
