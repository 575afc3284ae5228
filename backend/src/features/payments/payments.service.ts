import { Inject, Injectable, Logger } from '@nestjs/common';
import type { PaymentStartedAnswer, PaymentView } from '@tknest/contracts/api';
import type { PayerEvent, PaymentEvent, PaymentKind } from '@tknest/contracts/events';
import { parseRlusd, type Micro } from '@tknest/contracts/money';
import { CLOCK, type Clock } from '../../platform/clock/clock.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { handleCommandAcross } from '../../platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '../../platform/event-store/event-store.js';
import { uuidv5 } from '../../platform/event-store/ids.js';
import type { Session } from '../../platform/http/access.js';
import { Refused } from '../../platform/domain/refused.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { Causation } from '../../platform/sessions/causation.js';
import { crashPoint } from './crash-places.js';
import { listingFold, reserveTokens } from '../listings/listings.public.js';
import { PlatformAccounts } from '../tokens/tokens.public.js';
import { moneyObjection } from './engine/checks.js';
import { acceptLatePrincipal, endUnpaid } from './engine/endings.js';
import { PAYMENT_PORTS } from './payments.tokens.js';
import type { PaymentPorts } from './engine/ports.js';
import { loadPayer, loadPayment } from './engine/streams.js';
import { beginRefund, cancelPayment, startPayment } from './payment.decider.js';
import {
  evolvePayer,
  evolvePayment,
  hasEnded,
  newPayer,
  noPayment,
  payerStream,
  paymentStream,
  type PayerState,
  type PaymentState,
} from './payment.state.js';
import { PaymentRunner } from './payment-runner.js';
import { openRequests, statusOf, viewOf } from './payment.view.js';

export interface PaymentOrder {
  kind: PaymentKind;
  payee: string;
  amount: Micro;
  feeBps: bigint;
  property: { id: number; name: string } | null;
  tokens: number | null;
  memo: string | null;
  /** What is paid back, and the refund before this one that came to nothing. */
  refund: { of: string; previous: string | null } | null;
}

/** How long a start waits for its first sign request; the status call brings it afterwards. */
const FIRST_REQUEST_MS = 8_000;
const CANCEL_TRIES_MAX = 10;
const ENDED_SHOWS_IN = ['properties', 'transactions', 'participations'];
const ENDED_WAIT_MS = 1_000;
const SEES_ALL = new Set(['admin', 'auditor']);

/** What other features and the controllers may do with payments. */
@Injectable()
export class Payments {
  private readonly log = new Logger('Payments');

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(PAYMENT_PORTS) private readonly ports: PaymentPorts,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly accounts: PlatformAccounts,
    private readonly causation: Causation,
    private readonly runner: PaymentRunner,
    private readonly readModels: ReadModels,
  ) {}

  /**
   * Starts a payment of the session's wallet and answers with what is to be signed. @throws Refused, LedgerUnavailable
   */
  async start(
    session: Session,
    order: PaymentOrder,
    idempotency: { key: string | undefined; input: unknown },
  ): Promise<PaymentStartedAnswer> {
    const context = await this.causation.contextOf({
      session,
      idempotencyKey: idempotency.key,
      input: idempotency.input,
    });
    const paymentId = uuidv5(`payment/${context.metadata.commandId}`);
    const before = await this.store.findCommand(context.metadata.commandId, context.inputHash);
    if (!before) {
      await this.place(session, paymentId, order, { ...context, result: { paymentId } });
      crashPoint('payment-stored');
      await this.firstStep(paymentId);
    }
    return this.answer(paymentId);
  }

  /** What a start answers: the payment as it stands, and what is to be signed now. */
  async answer(paymentId: string): Promise<PaymentStartedAnswer> {
    const { state } = await loadPayment(this.store, paymentId);
    const { amount, platformFee, totalAmount, expiresAt } = viewOf(state);
    return {
      success: true,
      paymentId,
      status: statusOf(state),
      amount,
      platformFee,
      totalAmount,
      expiresAt,
      signRequests: openRequests(state),
    };
  }

  private async place(
    session: Session,
    paymentId: string,
    order: PaymentOrder,
    context: Awaited<ReturnType<Causation['contextOf']>>,
  ): Promise<void> {
    const payer = session.wallet;
    const terms = {
      kind: order.kind,
      payer,
      payee: order.payee,
      amount: order.amount,
      platformFee: 0n,
      tokens: order.tokens,
      propertyId: order.property?.id ?? null,
    };
    const start = {
      paymentId,
      kind: order.kind,
      payer,
      payee: order.payee,
      feeWallet: await this.accounts.address('feeWallet'),
      propertyId: terms.propertyId,
      propertyName: order.property?.name ?? null,
      tokens: order.tokens,
      amount: order.amount,
      feeBps: order.feeBps,
      memo: order.memo,
      refundOf: order.refund?.of ?? null,
      now: this.clock.now(),
      expiryMinutes: this.config.paymentExpiryMinutes,
    };
    // An open payment, or a pause, is told before anything that the open payment may have caused.
    const decided = startPayment(start, noPayment, (await loadPayer(this.store, payer)).state);
    const platformFee = parseRlusd((decided.payment[0]!.data as { platformFee: string }).platformFee);
    const objection = await moneyObjection(this.ports, { ...terms, platformFee });
    if (objection) throw new Refused('conflict', objection.message, { code: objection.code });
    const folded = (id: string) => ({
      stream: paymentStream(id),
      initialState: noPayment,
      evolve: (state: PaymentState, event: unknown) => evolvePayment(state, event as PaymentEvent, this.clock.now()),
    });
    const streams = {
      payment: folded(paymentId),
      payer: {
        stream: payerStream(payer),
        initialState: newPayer,
        evolve: (state: PayerState, event: unknown) => evolvePayer(state, event as PayerEvent),
      },
    };
    if (order.refund) {
      const { of, previous } = order.refund;
      await handleCommandAcross(
        this.store,
        { ...streams, original: folded(of) },
        (states) =>
          ({
            ...startPayment(start, states.payment, states.payer),
            original: beginRefund(paymentId, previous, states.original),
          }) as never,
        context,
      );
      return;
    }
    if (!order.property || order.tokens === null) {
      await handleCommandAcross(
        this.store,
        streams,
        ({ payment, payer: state }) => startPayment(start, payment, state) as never,
        context,
      );
      return;
    }
    const listing = listingFold(order.property.id);
    await handleCommandAcross(
      this.store,
      { ...streams, listing },
      (states) =>
        ({
          ...startPayment(start, states.payment, states.payer),
          listing: reserveTokens({ paymentId, wallet: payer, tokens: order.tokens! }, states.listing),
        }) as never,
      context,
    );
  }

  /** The payment exists now; if the wallet app or the ledger dawdles, the process goes on without the caller. */
  private async firstStep(paymentId: string): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, FIRST_REQUEST_MS)));
    const step = this.runner.advance(paymentId).then(
      () => undefined,
      (error: unknown) =>
        this.log.error({ err: error, paymentId }, 'The first step of a payment failed; it is tried again'),
    );
    await Promise.race([step, limit]);
    clearTimeout(timer);
  }

  /** @throws Refused (404) for what is not the session's own */
  async show(session: Session, paymentId: string): Promise<PaymentView> {
    const state = await this.own(session, paymentId);
    // Who is told that a payment has ended finds its tokens sold, or free again, wherever they look next.
    if (hasEnded(state)) await this.readModels.waitFor(await this.store.head(), ENDED_SHOWS_IN, ENDED_WAIT_MS);
    return viewOf(state, state.refund ? (await loadPayment(this.store, state.refund)).state : null);
  }

  /** Withdraws one's own payment, until submission begins: whichever fact is appended first wins. @throws Refused */
  async cancel(session: Session, paymentId: string): Promise<PaymentView> {
    await this.own(session, paymentId, true);
    for (let tried = 0; tried < CANCEL_TRIES_MAX; tried++) {
      const loaded = await loadPayment(this.store, paymentId);
      const cancelled = cancelPayment(loaded.state);
      if (!cancelled || (await endUnpaid(this.ports, loaded, [], cancelled))) break;
    }
    return this.show(session, paymentId);
  }

  /**
   * A principal that the ledger holds although its payment ended without one, as reconciliation found it: tokens are
   * issued if any are left, otherwise the owner is asked to refund; a case says so. Repeating it changes nothing.
   */
  async acceptLatePrincipal(paymentId: string, hash: string, ledgerIndex: number): Promise<void> {
    for (;;) {
      const loaded = await loadPayment(this.store, paymentId);
      if (!hasEnded(loaded.state) || loaded.state.phase === 'completed' || loaded.state.latePrincipal) return;
      if (await acceptLatePrincipal(this.ports, loaded, { hash }, ledgerIndex)) break;
    }
    await this.runner.advance(paymentId);
  }

  async open(wallet: string): Promise<PaymentView[]> {
    const { open } = (await loadPayer(this.store, wallet)).state;
    return open ? [viewOf((await loadPayment(this.store, open)).state)] : [];
  }

  /** A payment that the session's wallet received. @throws Refused (404) */
  async paidTo(session: Session, paymentId: string): Promise<PaymentState> {
    const state = await this.own(session, paymentId);
    if (state.payee !== session.wallet) throw new Refused('forbidden', 'Only who was paid can pay back');
    return state;
  }

  private async own(session: Session, paymentId: string, toChange = false): Promise<PaymentState> {
    const state = /^[0-9a-f-]{36}$/.test(paymentId) ? (await loadPayment(this.store, paymentId)).state : noPayment;
    const visible =
      state.payer === session.wallet || (!toChange && (state.payee === session.wallet || SEES_ALL.has(session.role)));
    if (state.phase === 'none' || !visible) throw new Refused('not-found', 'No such payment');
    return state;
  }
}
