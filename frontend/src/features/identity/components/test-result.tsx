import type { TestVerificationResult } from '@tknest/contracts/api';
import { KYC } from '@tknest/contracts/rules';
import { capitalized } from '@tknest/contracts/words';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../../shared/ui/button/button';
import { Fact, Facts } from '../../../shared/ui/facts/facts';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { Spoken } from '../../../shared/ui/live/live';

const PILLS = { approved: ['completed', 'Approved'], pending: ['pending'], rejected: ['rejected'] } as const;

/** The test's result. It opens the next page after two seconds (REQ-1.4.20), unless the reader cancels that. */
export function TestResult({ result }: { result: TestVerificationResult }) {
  const { status, riskLevel, reason, flags, redirectUrl } = result;
  const navigate = useNavigate();
  const [stays, setStays] = useState(false);
  useEffect(() => {
    if (!redirectUrl || stays) return;
    const timer = setTimeout(() => void navigate(redirectUrl), KYC.testRedirectAfter);
    return () => clearTimeout(timer);
  }, [redirectUrl, stays, navigate]);
  const [pill, word] = PILLS[status];
  const facts = [
    ['Risk level', capitalized(riskLevel)],
    ['Reason', reason ?? '—'],
    ['Flags', flags.length > 0 ? flags.join(', ') : '—'],
  ];
  return (
    <section className="card" aria-labelledby="test-result">
      <Spoken className="between">
        <h2 id="test-result">Test KYC Completed</h2>
        <StatusPill status={pill} word={word} />
      </Spoken>
      <Facts>
        {facts.map(([term, value]) => (
          <Fact key={term} name={term}>
            {value}
          </Fact>
        ))}
      </Facts>
      {redirectUrl && !stays && (
        <p className="small dim">
          Taking you to the dashboard in 2 s.{' '}
          <Button look="subtle" size="sm" onClick={() => setStays(true)}>
            Stay here
          </Button>
        </p>
      )}
    </section>
  );
}
