import { MARKET } from '@tknest/contracts/rules';
import { useEffect, useState } from 'react';
import { Button } from '../ui/button/button';
import { useFoundSaid } from '../ui/live/live';
import { usePicked } from './use-picked';
import '../styles/action-bar.css';
import '../styles/check-box.css';

const { min, max } = MARKET.compared;

/** Picks a property for the comparison. */
export function ComparePick({ property: { id, name } }: { property: { id: number; name: string } }) {
  const { picked, isFull, set } = usePicked();
  const isPicked = picked.includes(id);
  // A tick shows at once; the address follows.
  const [on, setOn] = useState(isPicked);
  useEffect(() => setOn(isPicked), [isPicked]);
  const change = () => {
    setOn(!on);
    set(id, !on);
  };
  return (
    <label className="compare-pick">
      <input
        type="checkbox"
        className="check-box"
        checked={on}
        disabled={isFull && !on}
        aria-label={`Compare ${name}`}
        onChange={change}
      />
      Compare
    </label>
  );
}

/** What was picked, at the foot of the page. */
export function CompareBar({ onApproach }: { onApproach?(): void }) {
  const { picked, compare, clear } = usePicked();
  const few = picked.length < min;
  const words = few ? `Pick another property to compare, up to ${max}` : `${picked.length} of up to ${max} picked`;
  useFoundSaid('compare', picked.length > 0 ? words : undefined);
  if (picked.length === 0) return null;
  return (
    <div className="action-bar">
      <p className="small">{words}</p>
      <div className="row">
        <Button look="subtle" onClick={clear}>
          Clear
        </Button>
        <Button look="filled" disabled={few} onPointerEnter={onApproach} onFocus={onApproach} onClick={compare}>
          Compare
        </Button>
      </div>
    </div>
  );
}
