import { useState } from 'react';
import { Button } from '../ui/button/button';
import { WithReason, type ActWithReason } from '../form/with-reason';
import { useControlPropertyMutation } from './api';

interface Controlled {
  id: number;
  name: string;
  hidden: boolean;
  paused: boolean;
  status: string;
}

/** The controls for a listing in its current state; each asks for a reason. */
export function PropertyControls({ property }: { property: Controlled }) {
  const { id, name, hidden, paused, status } = property;
  const [asked, setAsked] = useState<ActWithReason | null>(null);
  const [control] = useControlPropertyMutation();
  const acts: ActWithReason[] = [
    hidden
      ? {
          of: id,
          action: 'Show again',
          title: `Show ${name} again?`,
          effect: 'It appears in the marketplace again.',
          done: 'Listing shown',
          carryOut: (reason) => control({ id, what: 'show', reason }),
        }
      : {
          of: id,
          action: 'Hide',
          title: `Hide ${name}?`,
          effect:
            'Nobody can find or buy it. Reserved and paid purchases continue, and the landlord still owes repayments.',
          done: 'Listing hidden',
          carryOut: (reason) => control({ id, what: 'hide', reason }),
        },
  ];
  if (paused)
    acts.push({
      of: id,
      action: 'Resume',
      title: `Resume the sale of ${name}?`,
      effect: 'Its tokens can be bought again.',
      done: 'Sale resumed',
      carryOut: (reason) => control({ id, what: 'resume', reason }),
    });
  else if (status === 'open')
    acts.push({
      of: id,
      action: 'Pause',
      title: `Pause the sale of ${name}?`,
      effect: 'The listing stays visible, and no tokens can be bought. Purchases whose payment was sent continue.',
      done: 'Sale paused',
      carryOut: (reason) => control({ id, what: 'pause', reason }),
    });
  if (status === 'open')
    acts.push({
      of: id,
      action: 'Close',
      title: `Close ${name}?`,
      effect:
        'The sale ends permanently. Paid purchases are delivered first; then the loan for the sold tokens begins.',
      done: 'Listing closed',
      carryOut: (reason) => control({ id, what: 'close', reason }),
    });
  return (
    // A click here must not open the transactions like a click on the row.
    <div className="row controls" role="presentation" onClick={(event) => event.stopPropagation()}>
      {acts.map((one) => (
        <Button key={one.action} size="sm" aria-label={`${one.action}: ${name}`} onClick={() => setAsked(one)}>
          {one.action}
        </Button>
      ))}
      {asked && <WithReason act={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}
