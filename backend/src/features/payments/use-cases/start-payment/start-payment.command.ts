import { Inject, Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { PaymentStartedAnswer } from '@tknest/contracts/api';
import type { PaymentTerms } from '@tknest/contracts/events';
import { feeOf, type Micro } from '@tknest/contracts/money';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Refused } from '#platform/domain/refused.js';
import { handleCommandAcross, type CommandContext } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import type { Session } from '#platform/sessions/session.js';
import { MayGoOn } from '#platform/ledger/accounts/account-gate.js';
import { Causation } from '#platform/sessions/causation.js';
import { PersonWallets } from '#features/identity/module.public.js';
import { PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { moneyObjection } from '../../collecting/checks.js';
import { type PaymentPorts, PAYMENT_PORTS } from '../../collecting/ports.js';
import { mustOweNothing } from '../../fees-owed.js';
import { recipeOf } from '../../kinds/index.js';
import type { Recipe, RepaymentOrder, Started } from '../../kinds/recipe.js';
import { mayBegin, payerFold } from '../../payer.decider.js';
import { startPayment } from '../../payment.decider.js';
import { paymentFold } from '../../payment.evolve.js';
import { PaymentReader } from '../../payment-reader.js';
import { PacedPayments } from '../../paced-payments.js';

export interface PaymentOrder extends Pick<PaymentTerms<Micro>, 'kind' | 'payee' | 'amount' | 'tokens' | 'memo'> {
  feeBps: bigint;
  property: { id: number; name: string } | null;
  priority?: 'standard' | 'fast';
  /** The payment that is refunded, and its previous refund, which failed. */
  refund: { of: string; previous: string | null } | null;
  /** The payment whose owed fee is paid. */
  feeOf?: string;
  /** Options of a loan's repayment. */
  repayment?: RepaymentOrder;
  /** The most that the payer may pay directly without being verified. */
  unverifiedMax?: Micro | null;
}

/** Starts a payment of the session's wallet and answers with what must be signed. */
export class StartPayment extends Command<PaymentStartedAnswer> {
  constructor(
    readonly session: Session,
    readonly order: PaymentOrder,
    /** The caller's Idempotency-Key, and the input that it identifies. */
    readonly idempotency: { key: string | undefined; input: unknown },
  ) {
    super();
  }
}

/** How long a start waits for its first sign request, in milliseconds; after that, the status call returns it. */
const FIRST_REQUEST_MS = 8_000;

@CommandHandler(StartPayment)
export class StartPaymentHandler implements ICommandHandler<StartPayment> {
  private readonly log = new Logger('Payments');

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(PAYMENT_PORTS) private readonly ports: PaymentPorts,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly accounts: PlatformAccounts,
    private readonly causation: Causation,
    private readonly pacer: PacedPayments,
    private readonly reader: PaymentReader,
    private readonly mayGoOn: MayGoOn,
    private readonly persons: PersonWallets,
  ) {}

  /** @throws Refused, LedgerUnavailable, CommandReused */
  async execute({ session, order, idempotency: { key, input } }: StartPayment): Promise<PaymentStartedAnswer> {
    const context = await this.causation.contextOf({ session, idempotencyKey: key, input });
    const paymentId = uuidv5(`payment/${context.metadata.commandId}`);
    const begun = () => this.store.findCommand(context.metadata.commandId, context.inputHash);
    if (!(await begun())) {
      await this.mayGoOn.soon();
      try {
        await this.place(session, paymentId, order, { ...context, result: { paymentId } });
      } catch (refusal) {
        // The open payment because of which it is refused may be its own, begun by the other click of a double click.
        if (!(await begun())) throw refusal;
        return this.reader.answer(paymentId);
      }
      await this.firstStep(paymentId);
    }
    return this.reader.answer(paymentId);
  }

  private async place(
    session: Session,
    paymentId: string,
    order: PaymentOrder,
    context: CommandContext,
  ): Promise<void> {
    const { kind, payee, amount, feeBps, tokens, memo } = order;
    const start = {
      paymentId,
      kind,
      payer: session.wallet,
      payee,
      amount,
      feeBps,
      tokens,
      memo,
      ...(order.priority === 'fast' && { priority: order.priority }),
      feeWallet: await this.accounts.address('feeWallet'),
      propertyId: order.property?.id ?? null,
      propertyName: order.property?.name ?? null,
      refundOf: order.refund?.of ?? null,
      ...(order.feeOf && { feeOf: order.feeOf }),
      previousRefund: order.refund?.previous ?? null,
      repayment: order.repayment ?? null,
      unverifiedMax: order.unverifiedMax ?? null,
      today: context.metadata.businessDate,
      now: this.clock.now(),
      expiryMinutes: this.config.paymentExpiryMinutes,
    };
    const recipe = recipeOf(order);
    const payer = payerFold(session.wallet);
    await this.mustFit(recipe, start);
    // An open payment or a pause is reported before objections that the open payment may have caused.
    mayBegin((await load(this.store, payer)).state, {
      kind,
      now: start.now,
      expiryMs: start.expiryMinutes * 60_000,
      reserves: recipe.issuesTokens ? start.propertyId : null,
    });
    if (recipe.pausesWhenUnpaid) await mustOweNothing(this.store, await this.persons.othersOf(session.wallet));
    const objection = await moneyObjection(this.ports, { ...start, platformFee: feeOf(amount, feeBps) });
    if (objection) {
      const { message, ...extra } = objection;
      throw new Refused('conflict', message, extra);
    }
    await handleCommandAcross(
      this.store,
      { payment: paymentFold(paymentId), payer, ...recipe.streams(start) },
      (states) => startPayment(start, states) as never,
      context,
    );
  }

  /**
   * The request itself is checked before any state, so that errors that no state of the payer could fix are reported
   * first.
   */
  private async mustFit(recipe: Recipe, start: Started): Promise<void> {
    if (!recipe.mustFit) return;
    const streams = Object.entries(recipe.streams(start));
    const states = await Promise.all(
      streams.map(async ([name, fold]) => [name, (await load(this.store, fold)).state] as const),
    );
    recipe.mustFit(start, Object.fromEntries(states));
  }

  /** The payment exists now. If the wallet app or the ledger is slow, the process continues without the caller. */
  private async firstStep(paymentId: string): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, FIRST_REQUEST_MS)));
    const step = this.pacer.advance(paymentId).then(
      () => undefined,
      (error: unknown) => this.log.error({ err: error, paymentId }, 'The first step of a payment failed; retrying'),
    );
    await Promise.race([step, limit]);
    clearTimeout(timer);
  }
}
