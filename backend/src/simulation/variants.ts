/**
 * Payment processes that are wrong on purpose. The simulation must catch each of them; if it does not, it proves
 * nothing about the right one.
 */
import { plan, type Action } from '../features/payments/payment.plan.js';
import type { PaymentState } from '../features/payments/payment.state.js';

export type Plan = (payment: PaymentState, now: Date) => Action[];

/** The fee is sent together with the principal instead of after its validation. */
const feeBeforeValidation: Plan = (payment, now) => {
  const actions = plan(payment, now);
  const feeReady =
    payment.phase === 'settling' &&
    payment.legs.recipient?.state === 'submitted' &&
    payment.legs.platform?.state === 'signed';
  // Sent without asking whether its place has come.
  return feeReady ? [{ do: 'submit-blindly', leg: 'platform' } as unknown as Action, ...actions] : actions;
};

/** An issuance that is not validated at the first look is signed again on a new ticket. */
const resignAfterError: Plan = (payment, now) => {
  const issuance = payment.legs.issuance;
  if (payment.phase === 'settling' && issuance?.state === 'submitted' && issuance.attempt < 4)
    return [
      { do: 'conclude', leg: 'issuance' },
      { do: 'sign-own', leg: 'issuance' },
    ];
  return plan(payment, now);
};

/** Reserved tokens are given back when submission begins, as if they were sold already. */
const earlyRelease: Plan = (payment, now) => {
  const actions = plan(payment, now);
  return actions.some((action) => action.do === 'begin')
    ? [{ do: 'release-early' } as unknown as Action, ...actions]
    : actions;
};

export const VARIANTS: Record<string, Plan> = {
  'fee-before-validation': feeBeforeValidation,
  're-sign-after-error': resignAfterError,
  'early-release': earlyRelease,
};
