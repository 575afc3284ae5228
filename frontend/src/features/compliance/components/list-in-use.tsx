import type { SanctionsListView } from '@tknest/contracts/api';
import { daysBetween, type Day } from '@tknest/contracts/money';
import { useState } from 'react';
import { messageOf } from '../../../shared/api/problem';
import { count } from '../../../shared/format/format';
import { businessDay, dayAndTime } from '../../../shared/format/time';
import { useSessionQuery } from '../../../shared/session/api';
import { can } from '../../../shared/session/can';
import { Spoken } from '../../../shared/ui/live/live';
import { Note } from '../../../shared/ui/note/note';
import { useRefreshListMutation } from '../api';

/** Lists are usually published more often; an older one is worth a look at its source. */
const OLD_DAYS = 7;

/** The sanctions list used for screening, and a button to fetch it now. */
export function ListInUse({ list }: { list: SanctionsListView }) {
  const { data: session } = useSessionQuery();
  const [refresh, { isLoading, error }] = useRefreshListMutation();
  const [outcome, setOutcome] = useState('');
  const { closed, name, date, entries, loadedAt, sha256 } = list;
  const days = date ? daysBetween(date, new Date().toISOString().slice(0, 10) as Day) : 0;
  const old = days > OLD_DAYS;
  const fetchNow = async () => {
    setOutcome('');
    const { data } = await refresh();
    if (data)
      setOutcome(
        data.sha256 === sha256
          ? 'The list has not changed.'
          : 'A new list is in use. Everybody is being screened against it.',
      );
  };
  return (
    <Note tone={closed ? 'bad' : old ? 'wait' : 'off'}>
      {closed && (
        <>
          <strong>No current sanctions list.</strong> Applications stay pending until one is loaded.{' '}
        </>
      )}
      {name && date && loadedAt && (
        <>
          Sanctions list: {name} of {businessDay(date)}, {count(entries)} entries, fetched {dayAndTime(loadedAt)}.{' '}
          {old && <strong>It is {count(days)} days old. </strong>}
        </>
      )}
      {can(session?.userRole, 'decide-case') && (
        <button type="button" className="note-way" aria-busy={isLoading} onClick={() => isLoading || void fetchNow()}>
          Fetch the list now
        </button>
      )}
      <Spoken>{error ? messageOf(error, 'The list was not fetched. Try again.') : outcome}</Spoken>
    </Note>
  );
}
