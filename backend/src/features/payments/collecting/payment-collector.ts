import type { Leg } from '@tknest/contracts/events';
import { TryAgainLater } from '#platform/domain/try-again-later.js';
import type { NextLook } from '#platform/ledger/ledger-pacer.js';
import type { Asked } from '#platform/wallet-app/wallet-questions.js';
import { CARRIED_AS, tokensOf, type OwnLeg, type Payment, type RequestedAttempt } from '../payment.state.js';
import { plan, waitsForDay, waitsForPerson, type Action } from '../payment.plan.js';
import { alreadyPaid, noteLanded } from './already-paid.js';
import { ASTRAY, isAstray } from './astray.js';
import { checkDelivery, lineChecked, oweBack } from './delivery.js';
import { commitAll, findPayment, loadPayment, note, type LoadedPayment } from './commit.js';
import { complete, endUnpaid, giveUpFee, refusal, releaseHeld } from './endings.js';
import { collectLate, LateRequests, watchOrphan } from './late-requests.js';
import { collectSignature, prepareLegs, requestSignature } from './payer-legs.js';
import type { PaymentPorts } from './ports.js';
import { voided } from './self-sent.js';
import { begin, conclude, send, submitLeg } from './submission.js';
import { tokenLine } from './obstacles.js';
import { checkPlace } from './own-hand.js';

/** Guard against an endless loop: no payment needs this many steps in one go. */
const STEPS_MAX = 60;
const RETRY_MS = 1_000;
const LEDGER_WAIT_MS = { min: 40, max: 2_000 };
/** How often to check a trust line that its holder or issuer must change first. */
const LINE_WAIT_MS = 15_000;
const LOOKS: ReadonlySet<Action['do']> = new Set(['check-line', 'check-delivery', 'check-place']);
/** Actions that wait until the log is proved to contain everything that the platform signed. */
const ENDS: ReadonlySet<Action['do']> = new Set([
  'expire',
  'refuse',
  'check-delivery',
  'owe-back',
  'give-up-fee',
  'release',
]);
/** How often to retry withdrawing a request of an ended payment. */
const LATE_WAIT_MS = 30_000;

/**
 * Advances payments step by step: load the facts, plan, carry out the first possible action, record it, repeat. Every
 * step may be repeated after a crash, and two instances may work on the same payment: the first recorded step wins, and
 * nothing is sent before it is recorded.
 */
export class PaymentCollector {
  private readonly lateRequests: LateRequests;

  /**
   * @param planNext plans the next actions; the simulation also passes faulty planners, to prove that it detects them
   * @param further actions that only such a faulty planner returns
   */
  constructor(
    private readonly ports: PaymentPorts,
    private readonly planNext: typeof plan = plan,
    private readonly further: Record<string, (loaded: LoadedPayment) => Promise<void>> = {},
  ) {
    this.lateRequests = new LateRequests(ports);
  }

  /**
   * Takes every step that is possible now.
   * @param prompted a hint that the wallet has answered: the wallet app is asked even if it was asked a moment ago
   * @returns when to check again; null if nothing is left to do
   */
  async advance(paymentId: string, prompted = false): Promise<NextLook | null> {
    let astray: boolean | null = null;
    for (let step = 0; step < STEPS_MAX; step++) {
      const { state, ...loaded } = await findPayment(this.ports, paymentId);
      if (state.phase === 'none') return null;
      // Its terms never change.
      if ((astray ??= await isAstray(this.ports, state))) {
        if (state.phase !== 'open') return null;
        await commitAll(this.ports, { ...loaded, state }, refusal(this.ports, { ...loaded, state }, ASTRAY));
        continue;
      }
      const today = waitsForDay(state) ? await this.ports.businessDate() : null;
      const actions = this.planNext(state, this.ports.clock.now(), today);
      if (actions.length === 0) return null;
      const moved = await this.tryInOrder(actions, { ...loaded, state }, prompted);
      if (moved === 'moved') continue;
      return moved === 'settled' ? null : this.lookAgain(state, actions, moved === 'unreachable');
    }
    return { at: new Date(this.ports.clock.now().getTime() + RETRY_MS), withLedger: true };
  }

  private async tryInOrder(
    actions: readonly Action[],
    loaded: LoadedPayment,
    prompted: boolean,
  ): Promise<'moved' | 'waiting' | 'unreachable' | 'settled'> {
    let verdict: 'waiting' | 'unreachable' | 'settled' = actions.every(
      ({ do: what }) => what === 'watch' || what === 'collect-late' || what === 'withdraw',
    )
      ? 'settled'
      : 'waiting';
    let unasked = false;
    for (const action of actions) {
      if (ENDS.has(action.do) && !this.ports.mayGoOn()) {
        verdict = 'waiting';
        continue;
      }
      // A request whose outcome is unknown may have been signed, so it is not given up.
      if (unasked && (action.do === 'renew' || action.do === 'give-up-fee')) continue;
      try {
        const result = await this.perform(action, loaded, prompted);
        if (result === 'unasked') unasked = true;
        if (result === 'again') return 'moved';
        if (result === 'waiting' || result === 'unasked') verdict = verdict === 'unreachable' ? verdict : 'waiting';
      } catch (error) {
        if (!(error instanceof TryAgainLater)) throw error;
        verdict = 'unreachable';
        if (action.do === 'collect') unasked = true;
      }
    }
    return verdict;
  }

  /**
   * `again`: something changed, plan again; `waiting`: nothing to do yet; `unasked`: the wallet app could not be
   * reached yet; `done`: nothing to check for this action.
   */
  private async perform(
    action: Action,
    loaded: LoadedPayment,
    prompted: boolean,
  ): Promise<'again' | 'waiting' | 'unasked' | 'done'> {
    const { ports } = this;
    const payment = loaded.state;
    switch (action.do) {
      case 'expire':
        await this.expire(loaded);
        return 'again';
      case 'check-line': {
        const line = await tokenLine(ports, payment.payer, tokensOf(payment));
        if (line === payment.line) return 'waiting';
        await note(ports, loaded, lineChecked(payment, line));
        return 'again';
      }
      case 'prepare':
        return (await prepareLegs(ports, loaded, action.legs)) ? 'again' : 'waiting';
      case 'request':
        await requestSignature(ports, loaded, action.attempt);
        return 'again';
      case 'collect':
        return (await this.mayAsk(action.attempt, prompted)) ? this.collect(action.attempt, loaded) : 'unasked';
      case 'begin':
        await begin(ports, loaded);
        return this.sendAll(payment.paymentId);
      case 'check-place':
        return (await checkPlace(ports, loaded, action.recipient)) ? 'again' : 'waiting';
      case 'submit':
        await submitLeg(ports, loaded, action.attempt);
        return this.sendAll(payment.paymentId);
      case 'sign-own':
      case 'carry-own':
        return this.carry(action.leg, loaded);
      case 'conclude':
        return (await conclude(ports, loaded, action.attempt)) ? 'again' : 'waiting';
      case 'refuse':
        await commitAll(ports, loaded, refusal(ports, loaded, action));
        return 'again';
      case 'check-delivery':
        if ((await this.carry('issuance', loaded)) === 'again') return 'again';
        return (await checkDelivery(ports, { ...loaded, state: action.payment })) ? 'again' : 'waiting';
      case 'owe-back':
        // A restored log may lack the issuance of the tokens.
        if ((await this.carry('issuance', loaded)) === 'waiting')
          await oweBack(ports, { ...loaded, state: action.payment });
        return 'again';
      case 'renew':
        await note(ports, loaded, voided(payment, action.attempt, 'nobody signed in time'));
        return 'again';
      case 'withdraw':
        return this.lateRequests.withdraw(action.attempt);
      case 'collect-late':
        return (await this.mayAsk(action.attempt, prompted)) ? collectLate(ports, loaded, action.attempt) : 'waiting';
      case 'give-up-fee':
        if (await this.isPaid(loaded, ['platform'])) return 'again';
        return (await giveUpFee(ports, loaded, action.reason)) ? 'again' : 'waiting';
      case 'complete':
        await complete(ports, { ...loaded, state: action.payment });
        return 'again';
      case 'watch':
        return watchOrphan(ports, loaded, action.orphan);
      case 'release':
        for (const orphan of action.orphans) {
          const seen = await watchOrphan(ports, loaded, orphan);
          if (seen !== 'done') return seen;
        }
        await releaseHeld(ports, loaded);
        return 'again';
      default:
        await this.further[(action as { do: string }).do]?.(loaded);
        return 'waiting';
    }
  }

  /** The payment expired unpaid. */
  private async expire(loaded: LoadedPayment): Promise<void> {
    const { paymentId, legs } = loaded.state;
    if (legs.recipient && (await this.isPaid(loaded, ['recipient', 'platform']))) return;
    await endUnpaid(this.ports, loaded, [], { type: 'PaymentExpired', data: { paymentId } });
  }

  /** If a restored log only lacks the payment, records it as paid instead of ending it. */
  private async isPaid(loaded: LoadedPayment, legs: readonly Leg[]): Promise<boolean> {
    const paid = await alreadyPaid(this.ports, loaded.state, legs);
    if (paid.length > 0) await noteLanded(this.ports, loaded, paid);
    return paid.length > 0;
  }

  /** The courier signs, sends and concludes it; if that changed the payment, it is planned again. */
  private async carry(leg: OwnLeg, { state, revision }: LoadedPayment): Promise<'again' | 'waiting'> {
    await this.ports.courier.advance(CARRIED_AS[leg], state.paymentId);
    const after = await loadPayment(this.ports, state.paymentId);
    return after.revision === revision ? 'waiting' : 'again';
  }

  /** After a journaled submission: the blob is sent at once, before the ledger is asked about it. */
  private async sendAll(paymentId: string): Promise<'again'> {
    const { state } = await loadPayment(this.ports, paymentId);
    for (const leg of Object.values(state.legs))
      if (leg.state === 'submitted' && !(leg.leg in CARRIED_AS)) await send(this.ports, leg);
    return 'again';
  }

  private async collect(attempt: RequestedAttempt, loaded: LoadedPayment): Promise<'again' | 'waiting'> {
    const outcome = await collectSignature(this.ports, loaded, attempt);
    if (outcome !== 'declined') return outcome ? 'again' : 'waiting';
    if (!this.ports.mayGoOn()) return 'waiting';
    const payment = loaded.state;
    if (payment.phase === 'open') {
      await endUnpaid(this.ports, loaded, [], {
        type: 'PaymentCancelled',
        data: { paymentId: payment.paymentId, by: 'wallet' },
      });
      return 'again';
    }
    if (attempt.leg === 'platform') await giveUpFee(this.ports, loaded, 'declined in the wallet');
    else await note(this.ports, loaded, voided(payment, { ...attempt, hash: null }, 'declined in the wallet'));
    return 'again';
  }

  private async mayAsk(attempt: RequestedAttempt, prompted: boolean): Promise<boolean> {
    const request = this.asked(attempt);
    if (prompted) this.ports.questions.note(request.payloadUuid);
    return prompted || this.ports.questions.take(request);
  }

  private asked({ request: { payloadUuid, expiresAt } }: RequestedAttempt): Asked {
    const until = new Date(expiresAt).getTime();
    return { payloadUuid, expiresAt: until, createdAt: until - this.ports.settings.expiryMinutes * 60_000 };
  }

  private lookAgain(payment: Payment, actions: readonly Action[], unreachable: boolean): NextLook {
    const now = this.ports.clock.now().getTime();
    if (unreachable || !this.ports.mayGoOn()) return { at: new Date(now + RETRY_MS), withLedger: true };
    const waits = actions.map((action) => {
      if (action.do === 'collect' || action.do === 'collect-late')
        return this.ports.questions.pauseOf(this.asked(action.attempt));
      if (action.do === 'withdraw') return LATE_WAIT_MS;
      if (LOOKS.has(action.do)) return LINE_WAIT_MS;
      return Math.min(Math.max(this.ports.ledger.closeIntervalMs(), LEDGER_WAIT_MS.min), LEDGER_WAIT_MS.max);
    });
    const untilExpiry = payment.phase === 'open' ? Math.max(payment.expiresAt.getTime() - now, 0) + 1 : Infinity;
    return { at: new Date(now + Math.min(...waits, untilExpiry)), withLedger: !waitsForPerson(actions) };
  }
}
