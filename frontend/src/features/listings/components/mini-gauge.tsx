import type { LiveTerms } from '../use-listing-form';
import { MOST } from '../../../shared/ui/roof/geometry';

/** The verdict of the 30 % rule in one line, for the action bar; the middle of the bar is the limit. */
export function MiniGauge({ terms }: { terms: LiveTerms }) {
  const width = `${(Math.min(Number(terms.percentOfRent), MOST) / MOST) * 100}%`;
  return (
    <span className="mini" aria-hidden>
      <span style={{ width, background: terms.verdict === 'fits' ? 'var(--pri)' : 'var(--bad)' }} />
      <i />
    </span>
  );
}
