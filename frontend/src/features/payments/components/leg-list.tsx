import { IconCheck, IconX } from '@tabler/icons-react';
import type { PaymentView } from '@tknest/contracts/api';
import { Money } from '../../../shared/ui/money/money';

type Leg = PaymentView['legs'][number];

const TITLES: Record<string, string> = {
  'trust-line': 'Allow TKNEST in your wallet', authorise: 'Authorised by the platform', recipient: 'Payment to the property owner', platform: 'Platform fee, 2.5%', issuance: 'Tokens issued to you',
};

function stateText({ leg, state }: Leg, current: string | undefined): string {
  const own = leg === 'authorise' || leg === 'issuance';
  if (state === 'validated') return 'Validated on the ledger';
  if (state === 'submitted') return 'Sent, waiting for the ledger';
  if (state === 'signed') return 'Signed';
  if (state === 'failed') return 'Refused by the ledger';
  if (state === 'void') return 'To be signed again';
  if (own) return 'By the platform, nothing to do';
  return current === leg ? 'Waiting for your signature' : 'Next';
}

/** The legs as numbered steps: what is done, what is to be signed now, what comes. */
export function LegList({ payment, current }: { payment: PaymentView; current?: string }) {
  return (
    <ol className="pay-legs">
      {payment.legs.map((leg, index) => {
        const done = leg.state === 'validated' || leg.state === 'signed' || leg.state === 'submitted';
        const state = leg.state === 'failed' ? 'bad' : done ? 'done' : current === leg.leg ? 'now' : 'later';
        const amount = leg.leg === 'recipient' ? payment.amount : leg.leg === 'platform' ? payment.platformFee : null;
        return (
          <li key={leg.leg} className="pay-leg" data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
            <b aria-hidden>{state === 'done' ? <IconCheck size={14} /> : state === 'bad' ? <IconX size={14} /> : index + 1}</b>
            <strong>{leg.leg === 'recipient' && payment.kind !== 'property_purchase' ? 'Payment to the recipient' : TITLES[leg.leg]}</strong>
            {amount !== null ? <Money amount={amount} /> : <span />}
            <span className="small dim">{stateText(leg, current)}</span>
          </li>
        );
      })}
    </ol>
  );
}
