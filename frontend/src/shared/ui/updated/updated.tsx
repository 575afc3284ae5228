import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import type { Shown } from '../../api/use-shown';
import { Button } from '../button/button';
import { useNow } from '../../use-now';
import style from './updated.module.css';

const JUST_NOW_S = 5;

/** `just now`, `14 s ago`, `12 min ago`, `3 h ago` */
function ago(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < JUST_NOW_S) return 'just now';
  return seconds < 60
    ? `${seconds} s ago`
    : seconds < 3600
      ? `${Math.floor(seconds / 60)} min ago`
      : `${Math.floor(seconds / 3600)} h ago`;
}

/** The age of the data, and a button to refresh it. */
export function Updated({ of: { at, busy, stale, error, retry } }: { of: Omit<Shown<unknown>, 'data'> }) {
  const failed = stale || Boolean(error);
  const now = useNow(1_000);
  return (
    <div className="row">
      {/* Before there is an age, it has its place, so that the row does not wrap when it comes. */}
      <span
        className={`small nowrap ${failed ? style.failed : 'dim'}`}
        style={{ visibility: at ? undefined : 'hidden' }}
      >
        {failed && <IconCloudOff size={16} aria-hidden />}Updated {ago(at ? now - at : 0)}
        {failed && ', refresh failed'}
      </span>
      <span role="status" className="sr-only">
        {failed && 'Couldn’t refresh. Showing the last loaded data.'}
      </span>
      <Button size="sm" busy={busy} icon={<IconRefresh size={16} aria-hidden />} onClick={retry}>
        Refresh
      </Button>
    </div>
  );
}
