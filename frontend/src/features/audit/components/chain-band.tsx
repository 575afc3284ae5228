import { Link } from 'react-router';
import { usePolling } from '../../../shared/attention/use-attended';
import { count } from '../../../shared/format/format';
import { Note } from '../../../shared/ui/note/note';
import { useVerificationQuery } from '../api';

const FRESH_MS = 30_000;

/** The first changed event that is known; undefined until that has loaded. */
export const useBroken = () => useVerificationQuery(undefined, usePolling(FRESH_MS)).data?.broken;

/** On the pages of the record but the replay: that an event was changed, and where to read what to do. */
export function ChainBand() {
  const broken = useBroken();
  return (
    broken && (
      <Note tone="bad" live>
        The chain is broken at position {count(Number(broken.position))}: {broken.reason}.{' '}
        <Link to="/audit">What to do</Link>
      </Note>
    )
  );
}
