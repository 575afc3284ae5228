import { IconCircleX, IconClock, IconUserCheck } from '@tabler/icons-react';
import type { KycSubmitResult } from '@tknest/contracts/api';
import { Button } from '../../../shared/ui/button/button';

const VERDICTS = {
  approved: { title: 'KYC Verification Successful', Icon: IconUserCheck, tone: 'var(--ok)', text: 'The platform is open to you.' },
  pending: { title: 'Manual Review Required', Icon: IconClock, tone: 'var(--wait)', text: 'Your application is reviewed by a person within 2-3 business days.' },
  rejected: { title: 'KYC Verification Failed', Icon: IconCircleX, tone: 'var(--bad)', text: 'Your application cannot be approved at this time' },
  failed: { title: 'Verification Failed', Icon: IconCircleX, tone: 'var(--bad)', text: 'Unable to process verification. Please try again later' },
};

/** How the application ended, as a card in the form's place (D1 §4). */
export function KycResult({ result, onDone, onRetry }: { result: KycSubmitResult | { failed: string }; onDone(): void; onRetry(): void }) {
  const failed = 'failed' in result;
  const verdict = failed ? VERDICTS.failed : VERDICTS[result.status];
  return (
    <div className="card" role="status" style={{ maxWidth: 400, margin: '64px auto', display: 'grid', justifyItems: 'center', textAlign: 'center', gap: 14, padding: 32 }}>
      <verdict.Icon size={44} color={verdict.tone} aria-hidden />
      <h1>{verdict.title}</h1>
      <p className="dim">{failed ? result.failed : (result.reason ?? verdict.text)}</p>
      {failed ? <Button look="filled" onClick={onRetry}>Try again</Button> : <Button look="filled" onClick={onDone}>{result.status === 'approved' ? 'Access Platform' : 'Go to Dashboard'}</Button>}
    </div>
  );
}
