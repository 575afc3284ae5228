import { IconEye } from '@tabler/icons-react';
import type { MarketPropertyView } from '@tknest/contracts/api';
import { Button } from '../../../shared/ui/button/button';
import { useWatched } from '../use-watched';

/** Begins or ends to watch a property: whoever watches is told when its sale goes on again or is about to end. */
export function WatchButton({ property: { id, name } }: { property: Pick<MarketPropertyView, 'id' | 'name'> }) {
  const { mayWatch, ids, busy, toggle } = useWatched();
  if (!mayWatch) return null;
  const on = ids.includes(id);
  return (
    <Button
      look="subtle"
      size="sm"
      aria-pressed={on}
      aria-label={`Watch ${name}`}
      busy={busy}
      icon={<IconEye size={18} aria-hidden />}
      onClick={() => void toggle(id)}
    >
      {on ? 'Watching' : 'Watch'}
    </Button>
  );
}
