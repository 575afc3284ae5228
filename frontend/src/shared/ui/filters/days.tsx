import type { ListFilters } from '../../use-list-filters';
import { Button } from '../button/button';
import { PlainInput } from '../inputs/plain';
import style from './days.module.css';

/** The first and the last day of a list, and a button to show all days again. */
export function Days({ of }: { of: Pick<ListFilters<'from' | 'to'>, 'value' | 'active' | 'set' | 'clear'> }) {
  return (
    <div className={`compact ${style.days}`}>
      {(['from', 'to'] as const).map((name) => (
        <PlainInput
          key={name}
          type="date"
          aria-label={name === 'from' ? 'From' : 'To'}
          before={
            <span className="small dim" data-word="" aria-hidden>
              {name === 'from' ? 'From' : 'To'}
            </span>
          }
          value={of.value[name] === 'all' ? '' : of.value[name]}
          onChange={(event) => of.set(name, event.currentTarget.value || 'all')}
        />
      ))}
      {of.active && (
        <Button look="subtle" onClick={of.clear}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
