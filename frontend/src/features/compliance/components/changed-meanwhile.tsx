import type { ComplianceCaseView } from '@tknest/contracts/api';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { shortWallet } from '../../../shared/format/format';
import { dayAndTime } from '../../../shared/format/time';

/** Entries of views, which do not change a case. */
const LOOK = /^(Personal data viewed|Document opened|Number shown in full)/;

/** Changes to the case since the state shown before, for an officer whose decision was refused. */
export function useChangedMeanwhile({ history, revision }: ComplianceCaseView): ReactNode {
  const [known] = useState(history.length);
  const [from, setFrom] = useState(known);
  const before = useRef({ revision, length: history.length });
  useEffect(() => {
    if (before.current.revision !== revision) setFrom(before.current.length);
    before.current = { revision, length: history.length };
  }, [revision, history.length]);
  const since = history.slice(from).filter(({ what }) => !LOOK.test(what));
  if (since.length === 0) return null;
  return (
    <>
      <p>
        <strong>Meanwhile:</strong>
      </p>
      <ul>
        {since.map(({ at, actor, what, reason }, index) => (
          <li key={index}>
            {what}
            {actor && ` by ${shortWallet(actor)}`}, {dayAndTime(at)}
            {reason && `: “${reason}”`}
          </li>
        ))}
      </ul>
    </>
  );
}
