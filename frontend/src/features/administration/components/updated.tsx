import { IconRefresh } from '@tabler/icons-react';
import { Button } from '../../../shared/ui/button/button';
import { useNow } from '../../../shared/use-now';

/** How old the figures are, and the button that asks again. @param at when they came, milliseconds; 0 before that */
export function Updated({ at, busy, refresh }: { at: number | undefined; busy: boolean; refresh(): void }) {
  const now = useNow(1_000);
  return (
    <>
      {at ? <span className="small dim nowrap">Updated {Math.max(0, Math.round((now - at) / 1000))} s ago</span> : null}
      <Button size="sm" busy={busy} icon={<IconRefresh size={16} aria-hidden />} onClick={refresh}>Refresh</Button>
    </>
  );
}
