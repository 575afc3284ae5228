import { IconCircleX, IconHandStop, IconHourglass, IconShieldCheck } from '@tabler/icons-react';
import type { KycSubmitResult } from '@tknest/contracts/api';
import { useEffect, useRef } from 'react';
import { Button } from '../../../shared/ui/button/button';
import type { UserType } from '../kyc-form';

/** Where the application came to: the server's answer, or why there was none. */
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
  investor: 'You are verified as investor. Buying tokens and receiving rent shares are open to you.',
  landlord: 'You are verified as landlord. Listing properties and managing their funds are open to you.',
};

const verdictOf = (outcome: Outcome) => VERDICTS['failed' in outcome ? 'failed' : outcome.status];
/** The title and sentence of an outcome (D1 §8). */
export const wordsOf = (outcome: Outcome, userType: UserType) => ({
  title: verdictOf(outcome).title,
  tone: verdictOf(outcome).tone,
  text:
    'failed' in outcome
      ? outcome.failed
      : (outcome.reason ?? (outcome.status === 'approved' ? OPEN[userType] : verdictOf(outcome).text)),
});

function factsOf(outcome: Outcome, userType: UserType): readonly (readonly [string, string])[] {
  const kept = ['Kept', 'everything you entered'] as const;
  if ('failed' in outcome) return [['Decided', 'nothing'], kept, ['What you can do', 'try again']];
  const risk = ['Risk level', outcome.riskLevel[0]!.toUpperCase() + outcome.riskLevel.slice(1)] as const;
  const registered = ['Registered as', userType === 'landlord' ? 'Landlord' : 'Investor'] as const;
  if (outcome.status === 'approved') return [registered, ['Screening', 'no match'], risk];
  if (outcome.status === 'pending')
    return [['Answer', 'within 2-3 business days'], ['You need to do', 'nothing'], risk];
  const flags = outcome.flags.map((flag) => flag.replaceAll('-', ' ').replaceAll('_', ' ')).join(', ');
  return [flags ? ['Why', flags] : registered, kept, risk];
}

/**
 * How the application ended, as a card in the form's place (D1 §4): the verdict, one sentence, three facts, one button.
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
  return (
    <section className="card kyc-result" aria-labelledby="kyc-verdict">
      <Icon size={44} stroke={1.7} color={`var(--${tone})`} aria-hidden />
      <h1 id="kyc-verdict" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className="dim">{text}</p>
      <dl>
        {factsOf(outcome, userType).map(([term, value]) => (
          <div key={term} className="between">
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {again ? (
        <Button look="filled" wide onClick={onReview}>
          {'failed' in outcome ? 'Try again' : 'Review your application'}
        </Button>
      ) : (
        <Button look={outcome.status === 'approved' ? 'filled' : 'default'} wide onClick={onDone}>
          {outcome.status === 'approved' ? 'Access Platform' : 'Go to Dashboard'}
        </Button>
      )}
    </section>
  );
}
