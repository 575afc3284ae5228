import type { PaymentView } from '@tknest/contracts/api';
import { Money } from '../../ui/money/money';
import { StepMark } from '../../ui/step-mark/step-mark';
import { feeRateOf, kindOf } from '../payment-kinds';
import { payersLegs } from '../payment-words';

type Leg = PaymentView['legs'][number];

const titleOf = ({ leg }: Leg, payment: PaymentView): string =>
  leg === 'trust-line'
    ? 'Open your TKNEST trust line'
    : leg === 'platform'
      ? `Platform fee, ${feeRateOf(payment)}`
      : kindOf(payment.kind).leg;

/** A leg's state as text, even for a step that was refused or not signed. */
function stateText({ leg, state }: Leg, payment: PaymentView): string {
  if (state === 'validated') return leg === 'trust-line' ? 'Open' : 'Validated on the ledger';
  if (state === 'submitted') return 'Sent, waiting for the ledger';
  if (state === 'signed') return 'Signed';
  if (state === 'failed') return 'Refused by the ledger';
  if (payment.outcome === 'expired') return 'Not signed';
  if (payment.outcome === 'declined') return leg === 'recipient' ? 'Declined in the wallet' : 'Canceled';
  if (payment.outcome === 'cancelled') return 'Canceled';
  if (payment.signRequests[0]?.leg === leg) return 'Waiting for your signature';
  return state === 'void' ? 'To be signed again' : 'Next';
}

/** The payer's legs as numbered steps: done, to be signed now, and coming. */
export function LegList({ payment }: { payment: PaymentView }) {
  const current = payment.status === 'pending' ? payment.signRequests[0]?.leg : undefined;
  return (
    <ol className="pay-legs">
      {payersLegs(payment).map((leg, index) => {
        // A leg on the ledger stays done, whatever happens to the rest.
        const done =
          leg.state === 'validated' || (['signed', 'submitted'].includes(leg.state) && payment.status !== 'failed');
        const refused = leg.state === 'failed' || (payment.outcome === 'declined' && leg.leg === 'recipient');
        const state = refused ? 'bad' : done ? 'done' : current === leg.leg ? 'now' : 'later';
        return (
          <li key={leg.leg} className="pay-leg" aria-current={state === 'now' ? 'step' : undefined}>
            <StepMark state={state} number={index + 1} />
            <strong>{titleOf(leg, payment)}</strong>
            {leg.leg === 'trust-line' ? (
              <span className="small dim">only once, free</span>
            ) : (
              <Money amount={leg.leg === 'platform' ? payment.platformFee : payment.amount} six />
            )}
            <span className="small dim pay-state">{stateText(leg, payment)}</span>
          </li>
        );
      })}
    </ol>
  );
}
