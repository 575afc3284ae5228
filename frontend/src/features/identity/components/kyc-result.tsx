import { IconCircleX, IconHandStop, IconHourglass, IconShieldCheck } from '@tabler/icons-react';
import type { KycSubmitResult } from '@tknest/contracts/api';
import { capitalized } from '@tknest/contracts/words';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../shared/api/problem';
import { Button } from '../../../shared/ui/button/button';
import { Fact, Facts } from '../../../shared/ui/facts/facts';
import type { UserType } from '../kyc-form';

/** The application's result: the server's answer, or why there was none. */
export type Outcome = KycSubmitResult | { failed: string };

const VERDICTS = {
  approved: { title: 'KYC Verification Successful', Icon: IconShieldCheck, tone: 'ok', text: '' },
  pending: {
    title: 'Manual Review Required',
    Icon: IconHourglass,
    tone: 'wait',
    text: 'Your application is reviewed by a person within 2-3 business days.',
  },
  rejected: {
    title: 'KYC Verification Failed',
    Icon: IconHandStop,
    tone: 'bad',
    text: 'Your application cannot be approved at this time',
  },
  failed: {
    title: 'Verification Failed',
    Icon: IconCircleX,
    tone: 'bad',
    text: 'Unable to process verification. Please try again later',
  },
} as const;
const OPEN: Record<UserType, string> = {
  investor: 'You are verified as an investor. You can now buy tokens and receive rent shares.',
  landlord: 'You are verified as a landlord. You can now list properties and manage their funds.',
};

/** The outcome of an answer. An unknown status is an error (REQ-1.4.18) and must not crash the page. */
export function outcomeOf({ data, error }: { data?: KycSubmitResult; error?: unknown }): Outcome {
  if (data && Object.hasOwn(OPEN_STATUSES, data.status)) return data;
  return { failed: (data ? data.message : messageOf(error, '')) || VERDICTS.failed.text };
}
const OPEN_STATUSES = { approved: true, pending: true, rejected: true };

const verdictOf = (outcome: Outcome) => VERDICTS['failed' in outcome ? 'failed' : outcome.status];
/** The title and sentence of an outcome (REQ-1.8.9). */
export const wordsOf = (outcome: Outcome, userType: UserType) => ({
  title: verdictOf(outcome).title,
  tone: verdictOf(outcome).tone,
  text:
    'failed' in outcome
      ? outcome.failed
      : (outcome.reason ?? (outcome.status === 'approved' ? OPEN[userType] : verdictOf(outcome).text)),
});

/** How long the result is shown before the redirect (REQ-1.2.38), in milliseconds. */
const SHOWN_S = 8;

function factsOf(outcome: Outcome, userType: UserType): readonly (readonly [string, string])[] {
  const kept = ['Kept', 'everything you entered'] as const;
  if ('failed' in outcome) return [['Decision', 'none'], kept, ['What you can do', 'try again']];
  const risk = ['Risk level', capitalized(outcome.riskLevel)] as const;
  const registered = ['Registered as', userType === 'landlord' ? 'Landlord' : 'Investor'] as const;
  if (outcome.status === 'approved') return [registered, ['Screening', 'no match'], risk];
  if (outcome.status === 'pending')
    return [['Answer', 'within 2-3 business days'], ['What you need to do', 'nothing'], risk];
  const flags = outcome.flags.map((flag) => flag.replaceAll('-', ' ').replaceAll('_', ' ')).join(', ');
  return [flags ? ['Reason', flags] : registered, kept, risk];
}

/**
 * The application's result, as a card instead of the form (REQ-1.4.18): the verdict, one sentence, three facts, one
 * button.
 */
export function KycResult({
  outcome,
  userType,
  onDone,
  onReview,
}: {
  outcome: Outcome;
  userType: UserType;
  onDone(): void;
  onReview(): void;
}) {
  const { title, text, tone } = wordsOf(outcome, userType);
  const { Icon } = verdictOf(outcome);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const again = 'failed' in outcome || outcome.status === 'rejected';
  const [left, setLeft] = useState(again ? null : SHOWN_S);
  const done = useRef(onDone);
  useEffect(() => void (done.current = onDone));
  useEffect(() => {
    if (left === null) return;
    if (left === 0) return done.current();
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <section className="card kyc-result" aria-labelledby="kyc-verdict">
      <Icon size={44} stroke={1.7} color={`var(--${tone})`} aria-hidden />
      <h1 id="kyc-verdict" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className="dim">{text}</p>
      <Facts>
        {factsOf(outcome, userType).map(([term, value]) => (
          <Fact key={term} name={term}>
            {value}
          </Fact>
        ))}
      </Facts>
      {again ? (
        <Button look="filled" wide onClick={onReview}>
          {'failed' in outcome ? 'Try again' : 'Review your application'}
        </Button>
      ) : (
        <Button look={outcome.status === 'approved' ? 'filled' : 'default'} wide onClick={onDone}>
          {outcome.status === 'approved' ? 'Access Platform' : 'Go to Dashboard'}
        </Button>
      )}
      {left !== null && (
        <p className="small dim">
          Taking you to your dashboard in {left} s.{' '}
          <Button look="subtle" size="sm" onClick={() => setLeft(null)}>
            Stay here
          </Button>
        </p>
      )}
    </section>
  );
}
