/**
 * Deliberately faulty payment processes. The simulation must catch each of them; otherwise it proves nothing about the
 * correct one.
 */
import { paymentOwner } from '#features/payments/order.js';
import { plan, type Action } from '#features/payments/payment.plan.js';
import { expectedOf, load } from '#platform/event-store/folding.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import { assignTicket, chooseTicket } from '#platform/ledger/accounts/account.decider.js';
import { accountFold } from '#platform/ledger/accounts/account.state.js';
import { TicketPool, type TicketsUse } from '#platform/ledger/accounts/ticket-pool.js';
import { adopt, BELIEVING_GATES, RIGHT_GATES, type GateVariant } from '../gate-variants.js';
import type { WorldVariant } from '../world.js';

type Plan = typeof plan;
type PurchaseOwner = ReturnType<typeof paymentOwner>;

/** How a faulty process differs from the correct one. */
export interface PurchaseVariant extends WorldVariant {
  plan?: Plan;
  /** Replaces the owner that tells the courier which transactions of payments to carry. */
  owner?: (owner: PurchaseOwner) => PurchaseOwner;
  /**
   * Not faulty: people change which payments their wallets accept, remove lines and accounts, and are suspended; days
   * pass.
   */
  hostile?: true;
  asksNobody?: true;
  /** The node keeps few ledgers. `believed`: a transaction that it does not have counts as absent. */
  node?: 'forgetful' | 'believed';
}

/** The fee is sent together with the principal instead of after its validation. */
const feeBeforeValidation: Plan = (payment, now, today) => {
  const actions = plan(payment, now, today);
  const feeReady =
    payment.phase === 'settling' &&
    payment.legs.recipient?.state === 'submitted' &&
    payment.legs.platform?.state === 'signed';
  // Sent without checking whether its sequence number has been reached.
  return feeReady ? [{ do: 'submit-blindly', leg: 'platform' } as unknown as Action, ...actions] : actions;
};

/** Once the tokens are issued, nobody asks for the fee any more. */
const forgetsFee: Plan = (payment, now, today) => (payment.phase === 'completed' ? [] : plan(payment, now, today));

/** An issuance that is not validated at the first check is signed again on a new ticket. */
const resignAfterError: Plan = (payment, now, today) => {
  const { issuance } = payment.legs;
  if (payment.phase === 'settling' && issuance?.state === 'submitted' && issuance.attempt < 4)
    return [{ do: 'sign-own', leg: 'issuance' }];
  return plan(payment, now, today);
};

/** Does not wait for transactions in flight. */
const forgetsUnderWay = (owner: PurchaseOwner): PurchaseOwner => ({ ...owner, underWay: () => [] });

/**
 * Reserved tokens are released when submission begins, as if they were already sold, and nobody compares a payment with
 * its listing, which would refuse one without a reservation.
 */
const earlyRelease: Plan = (payment, now, today) => {
  const actions = plan(payment, now, today);
  return actions.some((action) => action.do === 'begin')
    ? [{ do: 'release-early' } as unknown as Action, ...actions]
    : actions;
};

/** Reserved tokens are released when their payment ends, although its signed principal could still land. */
const releasedAtEnd: Plan = (payment, now, today) =>
  payment.holds
    ? [{ do: 'release-early' } as unknown as Action, ...plan(payment, now, today)]
    : plan(payment, now, today);

/** A ticket is assigned in a commit of its own, as if nothing could come between it and the signature. */
class AssignsFirst extends TicketPool {
  override async useMany<Signed>([purpose]: readonly string[], work: TicketsUse<Signed>): Promise<boolean> {
    const { state, ...loaded } = await load(this.store, accountFold(this.name));
    const ticket = chooseTicket(purpose!, state);
    const events = assignTicket(this.name, purpose!, ticket, state)!;
    const commandId = uuidv5(`assigned-first/${purpose}/${ticket}/${loaded.revision}`);
    const metadata = {
      commandId,
      correlationId: commandId,
      causationId: commandId,
      businessDate: '2026-01-01' as const,
      actor: { wallet: null, role: 'system' as const },
    };
    if (events.length > 0) await this.store.append(loaded.stream, expectedOf(loaded), events, { metadata });
    return (await work.commit(await work.sign(new Map([[purpose!, ticket]])), null)).done;
  }
}

/** A transaction signed with a ticket counts as expired although it may still be validated. */
const releasesEarly = (owner: PurchaseOwner): PurchaseOwner => ({
  ...owner,
  attemptFor: () => undefined,
  maySignFor: (state, purpose) =>
    state.phase !== 'none' && state.legs.issuance?.state !== 'submitted' && owner.maySignFor(state, purpose),
});

/** An issuance is retried forever, even if the wallet refuses it. */
const noCap: Plan = (payment, now, today) => {
  const actions = plan(payment, now, today);
  const waits = actions.some(({ do: what }) => what === 'check-delivery' || what === 'owe-back');
  return payment.phase === 'settling' && payment.line !== null && waits
    ? [{ do: 'sign-own', leg: 'issuance' }]
    : actions;
};

/** Tickets are written off without finding out what used them. */
const trusting: GateVariant = {
  settles: (name, { subject: _subject, blob: _blob, ...use }, state) => adopt(name, use, state),
};

/** An adopted transaction counts as concluded before its owner has handled it. */
const forgetful: GateVariant = {
  settles(name, use, state) {
    const { subject, ticket, hash } = use;
    const burned = { type: 'TicketBurned' as const, data: { name, ticket: ticket!, purpose: `${subject}/1`, hash } };
    return [...adopt(name, use, state), ...(subject && ticket !== null ? [burned] : [])];
  },
};

export const PURCHASE_VARIANTS: Record<string, PurchaseVariant> = {
  // Wallets that refuse, accounts that vanish, people who are suspended after they signed.
  hostile: { hostile: true },
  // The node keeps few ledgers, and sometimes the program is down for longer than that.
  'forgetful-node': { node: 'forgetful' },
  'fee-before-validation': { plan: feeBeforeValidation },
  'fee-forgotten': { plan: forgetsFee },
  're-sign-after-error': { plan: resignAfterError, owner: forgetsUnderWay },
  'early-release': { plan: earlyRelease, asksNobody: true },
  'released-at-expiry': { plan: releasedAtEnd },
  'leaked-ticket': { pool: (store, name) => new AssignsFirst(store, name), sweeps: false },
  'release-before-conclusion': { owner: releasesEarly },
  'no-cap': { hostile: true, plan: noCap },
  'objection-not-asked': { hostile: true, asksNobody: true },
  'forgotten-is-absent': { node: 'believed' },
};

/** For stories in which the log is restored from a backup. */
export const ROLLBACK: PurchaseVariant = { gates: RIGHT_GATES };
export const HOSTILE_ROLLBACK: PurchaseVariant = { ...ROLLBACK, hostile: true };
export const ROLLBACK_VARIANTS: Record<string, PurchaseVariant> = {
  'lagging-node': { ...ROLLBACK, lags: true },
  'no-gate': {},
  'trusting-gate': { gates: trusting },
  'issued-again': { gates: forgetful },
  'lagging-node-believed': { gates: BELIEVING_GATES, lags: true },
};
