/**
 * Payment processes that are wrong on purpose. The simulation must catch each of them; if it does not, it proves
 * nothing about the right one.
 */
import type { PlatformAccountName } from '@tknest/contracts/events';
import { paymentOwner } from '#features/payments/order.js';
import { plan, type Action } from '#features/payments/payment.plan.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import { expectedOf, load } from '#platform/event-store/folding.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import { assignTicket, chooseTicket } from '#platform/ledger/accounts/account.decider.js';
import { accountFold } from '#platform/ledger/accounts/account.state.js';
import { TicketPool, type TicketsUse } from '#platform/ledger/accounts/ticket-pool.js';

type Plan = typeof plan;
type PurchaseOwner = ReturnType<typeof paymentOwner>;

/** What a wrong process does otherwise than the right one. */
export interface Variant {
  plan?: Plan;
  /** What the courier carries for payments. */
  owner?: (owner: PurchaseOwner) => PurchaseOwner;
  pool?: (store: EventStore, name: PlatformAccountName) => TicketPool;
  sweeps?: false;
  /**
   * Correct: at some moment of the story, the log is that of an older program, and today's program continues with it.
   */
  fromOldLog?: true;
  /** Not wrong: people switch what their wallets take, remove lines and accounts, are suspended; days go by. */
  hostile?: true;
  asksNobody?: true;
  /**
   * Faulty gates. `trusting`: tickets are written off without finding out what used them; `forgetful`: what is taken
   * over counts as concluded before its owner has seen it; `believing`: an old ledger is taken for the account's
   * current state.
   */
  gates?: 'adopting' | 'trusting' | 'forgetful' | 'believing';
  /** Not wrong: after a restore the node that the gates ask is behind the others. */
  lags?: true;
  /** The node keeps few ledgers. `believed`: what it does not have counts as absent. */
  node?: 'forgetful' | 'believed';
}

/** The fee is sent together with the principal instead of after its validation. */
const feeBeforeValidation: Plan = (payment, now, today) => {
  const actions = plan(payment, now, today);
  const feeReady =
    payment.phase === 'settling' &&
    payment.legs.recipient?.state === 'submitted' &&
    payment.legs.platform?.state === 'signed';
  // Sent without asking whether its place has come.
  return feeReady ? [{ do: 'submit-blindly', leg: 'platform' } as unknown as Action, ...actions] : actions;
};

/** An issuance that is not validated at the first look is signed again on a new ticket. */
const resignAfterError: Plan = (payment, now, today) => {
  const { issuance } = payment.legs;
  if (payment.phase === 'settling' && issuance?.state === 'submitted' && issuance.attempt < 4)
    return [{ do: 'sign-own', leg: 'issuance' }];
  return plan(payment, now, today);
};

/** What is on its way is not waited for. */
const forgetsUnderWay = (owner: PurchaseOwner): PurchaseOwner => ({ ...owner, underWay: () => [] });

/** Reserved tokens are given back when submission begins, as if they were sold already. */
const earlyRelease: Plan = (payment, now, today) => {
  const actions = plan(payment, now, today);
  return actions.some((action) => action.do === 'begin')
    ? [{ do: 'release-early' } as unknown as Action, ...actions]
    : actions;
};

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
      businessDate: '2026-01-01',
      actor: { wallet: null, role: 'system' as const },
    };
    if (events.length > 0) await this.store.append(loaded.stream, expectedOf(loaded), events, { metadata });
    return (await work.commit(await work.sign(new Map([[purpose!, ticket]])), null)).done;
  }
}

/** What was signed with a ticket is taken for gone while it may still land. */
const releasesEarly = (owner: PurchaseOwner): PurchaseOwner => ({
  ...owner,
  attemptFor: () => undefined,
  maySignFor: (state, purpose) => state.legs.issuance?.state !== 'submitted' && owner.maySignFor(state, purpose),
});

/** An issuance is tried forever, whatever the wallet refuses. */
const noCap: Plan = (payment, now, today) => {
  const actions = plan(payment, now, today);
  const waits = actions.some(({ do: what }) => what === 'check-delivery' || what === 'owe-back');
  return payment.phase === 'settling' && payment.line !== null && waits
    ? [{ do: 'sign-own', leg: 'issuance' }]
    : actions;
};

/** Wallets that refuse, accounts that vanish, people who are suspended after they signed. */
export const HOSTILE: Variant = { hostile: true };

/** Of stories in which the log is restored from a backup. */
export const ROLLBACK: Variant = { gates: 'adopting' };
export const HOSTILE_ROLLBACK: Variant = { gates: 'adopting', hostile: true };
export const LAGGING_ROLLBACK: Variant = { gates: 'adopting', lags: true };
export const ROLLBACK_VARIANTS: Record<string, Variant> = {
  'no-gate': {},
  'trusting-gate': { gates: 'trusting' },
  'issued-again': { gates: 'forgetful' },
  'lagging-node-believed': { gates: 'believing', lags: true },
};

/** The node keeps few ledgers, and now and then nothing runs for longer than that. */
export const FORGETFUL_NODE: Variant = { node: 'forgetful' };

/** Logs of the previous program continue, wherever they stopped. */
export const FROM_OLD_LOG: Variant = { fromOldLog: true };

export const VARIANTS: Record<string, Variant> = {
  'fee-before-validation': { plan: feeBeforeValidation },
  're-sign-after-error': { plan: resignAfterError, owner: forgetsUnderWay },
  'early-release': { plan: earlyRelease },
  'leaked-ticket': { pool: (store, name) => new AssignsFirst(store, name), sweeps: false },
  'release-before-conclusion': { owner: releasesEarly },
  'no-cap': { hostile: true, plan: noCap },
  'objection-not-asked': { hostile: true, asksNobody: true },
  'forgotten-is-absent': { node: 'believed' },
};
