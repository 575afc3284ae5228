import { toNumber } from '@tknest/contracts/money';
import { LISTING } from '@tknest/contracts/rules';
import { IconWand } from '@tabler/icons-react';
import { rlusd } from '../../../shared/format/format';
import { useSettled } from '../../../shared/use-settled';
import { Button } from '../../../shared/ui/button/button';
import { Money } from '../../../shared/ui/money/money';
import { Note } from '../../../shared/ui/note/note';
import { Roof, RuleFigures } from '../../../shared/ui/roof/roof';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { changes, type ListingForm, type LiveTerms } from '../use-listing-form';

const { step, min, max } = LISTING.termMonths;
const TERMS = Array.from({ length: 10 }, (_, i) => (i + 1) * step);
/** The verdict is announced after it has been stable for this long, in milliseconds, not at every step of a slider. */
const SPOKEN_AFTER_MS = 400;

/**
 * The 30 % panel (REQ-1.2.25, REQ-1.5.5 to REQ-1.5.9): verdict with a one-click remedy, the four figures, terms that
 * fit, the largest goal that fits.
 */
export function RulePanel({
  form,
  terms,
  onChange,
}: {
  form: ListingForm;
  terms: LiveTerms;
  onChange(form: ListingForm): void;
}) {
  const { largestGoal } = terms;
  const payment = toNumber(terms.payment);
  const fits = terms.verdict === 'fits';
  const spoken = useSettled(terms.message, SPOKEN_AFTER_MS);
  const nextStep = terms.minimumTerm === null ? null : Math.ceil(Math.max(terms.minimumTerm, min) / step) * step;
  const takeTerm = (months: number) => onChange({ ...form, tokenTermMonths: months });
  const takeLargest = (goal: number) => onChange(changes.largest(form, goal));
  return (
    <aside id="rule" className="card rule" aria-label="30% rule">
      <div className="between rule-head">
        <h2>30% rule</h2>
        <StatusPill status={fits ? 'fits' : 'does_not_fit'} />
      </div>
      <Roof terms={terms} payment={rlusd(payment)} cap={rlusd(toNumber(terms.cap))} />
      <Note tone={fits ? 'ok' : 'bad'} icon={fits ? undefined : 'warn'}>
        {terms.message}
        {terms.verdict === 'term-too-short' && nextStep && (
          <button type="button" className="note-way" onClick={() => takeTerm(nextStep)}>
            Use {nextStep} months
          </button>
        )}
        {terms.verdict === 'goal-too-high' && largestGoal !== null && (
          <button type="button" className="note-way" onClick={() => takeLargest(largestGoal)}>
            Use {largestGoal.toLocaleString('en-US')}, the largest goal that fits
          </button>
        )}
      </Note>
      <div role="status" className="sr-only">
        {spoken}
      </div>
      <RuleFigures
        of={{
          'Current payment': <Money amount={payment} />,
          '30% maximum': <Money amount={toNumber(terms.cap)} />,
          'Monthly rent': <Money amount={terms.rent} />,
          'Per token, monthly': <Money amount={terms.perToken} />,
        }}
      />
      <div>
        <div className="between small">
          <strong>Terms that fit</strong>
          <span className="dim">
            Minimum: {terms.minimumTerm === null || terms.minimumTerm > max ? 'Invalid' : `${terms.minimumTerm} months`}
          </span>
        </div>
        <div className="rule-terms" role="group" aria-label="Terms in months">
          {TERMS.map((months) => {
            const carries = terms.minimumTerm !== null && months >= terms.minimumTerm;
            return (
              <button
                key={months}
                type="button"
                data-fits={carries}
                aria-pressed={form.tokenTermMonths === months}
                aria-label={`${months} months${carries ? '' : ', does not fit'}`}
                onClick={() => takeTerm(months)}
              >
                {months}
              </button>
            );
          })}
        </div>
      </div>
      <div className="between rule-largest">
        <div>
          <strong>Largest goal that fits</strong>
          <p className="small dim">
            at {max} months, {form.monthlyRate.toFixed(1)}%
          </p>
        </div>
        {largestGoal === null ? (
          <span className="dim">None</span>
        ) : (
          <Button
            size="sm"
            icon={<IconWand size={16} aria-hidden />}
            look={terms.verdict === 'goal-too-high' ? 'filled' : 'default'}
            onClick={() => takeLargest(largestGoal)}
          >
            Use {largestGoal.toLocaleString('en-US')}
          </Button>
        )}
      </div>
    </aside>
  );
}
