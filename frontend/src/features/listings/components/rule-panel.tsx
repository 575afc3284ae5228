import { toNumber } from '@tknest/contracts/money';
import { LISTING } from '@tknest/contracts/rules';
import { rlusd } from '../../../shared/format/format';
import { Button } from '../../../shared/ui/button/button';
import { Money } from '../../../shared/ui/money/money';
import { Note } from '../../../shared/ui/note/note';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { changes, type ListingForm, type LiveTerms } from '../use-listing-form';
import { Roof } from './roof';

const TERMS = Array.from({ length: 10 }, (_, i) => (i + 1) * LISTING.termMonths.step);

/** The 30 % panel (D1 §5): verdict with a one-click remedy, the four figures, terms that fit, the largest goal that fits. */
export function RulePanel({ form, terms, onChange }: { form: ListingForm; terms: LiveTerms; onChange(form: ListingForm): void }) {
  const payment = toNumber(terms.payment);
  const nextStep = terms.minimumTerm === null ? null : Math.ceil(Math.max(terms.minimumTerm, LISTING.termMonths.min) / LISTING.termMonths.step) * LISTING.termMonths.step;
  return (
    <aside className="card rule" aria-label="30% rule">
      <div className="between"><h2>30% rule</h2><StatusPill status={terms.verdict === 'fits' ? 'fits' : 'failed'} word={terms.verdict === 'fits' ? 'Fits' : 'Above the limit'} /></div>
      <Roof terms={terms} payment={rlusd(payment)} />
      <Note tone={terms.verdict === 'fits' ? 'ok' : 'bad'} live>
        {terms.message}{' '}
        {terms.verdict === 'term-too-short' && nextStep && <Button size="sm" onClick={() => onChange({ ...form, tokenTermMonths: nextStep })}>Use {nextStep} months</Button>}
      </Note>
      <dl className="rule-figures">
        <div><dt>Current payment</dt><dd><Money amount={payment} /></dd></div>
        <div><dt>30% maximum</dt><dd><Money amount={toNumber(terms.cap)} /></dd></div>
        <div><dt>Monthly rent</dt><dd><Money amount={terms.rent} /></dd></div>
        <div><dt>Per token, monthly</dt><dd><Money amount={terms.perToken} six /></dd></div>
      </dl>
      <div>
        <div className="between small"><strong>Terms that fit</strong><span className="dim">Minimum: {terms.minimumTerm === null ? 'Invalid' : `${terms.minimumTerm} months`}</span></div>
        <div className="rule-terms" role="group" aria-label="Terms in months">
          {TERMS.map((months) => {
            const fits = terms.minimumTerm !== null && months >= terms.minimumTerm;
            return <button key={months} type="button" data-fits={fits} aria-pressed={form.tokenTermMonths === months} aria-label={`${months} months${fits ? '' : ', does not fit'}`} onClick={() => onChange({ ...form, tokenTermMonths: months })}>{months}</button>;
          })}
        </div>
      </div>
      <div className="between" style={{ borderTop: '1px solid var(--line)', paddingTop: 14 }}>
        <div><strong>Largest goal that fits</strong><p className="small dim">at {LISTING.termMonths.max} months, {form.monthlyRate.toFixed(1)}%</p></div>
        {terms.largestGoal === null ? <span className="dim">None</span> : <Button size="sm" look={terms.verdict === 'goal-too-high' ? 'filled' : 'default'} onClick={() => onChange({ ...changes.goal(form, terms.largestGoal!), tokenTermMonths: LISTING.termMonths.max })}>Use {terms.largestGoal.toLocaleString('en-US')}</Button>}
      </div>
    </aside>
  );
}
