import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CreateTrustLineRequest, TrustLineRequestView } from '@tknest/contracts/api';
import { formatRlusd, parseRlusd, toDecimal } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Refused } from '#platform/domain/refused.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import { LEDGER, type LedgerPort } from '#platform/ledger/ledger-port.js';
import { KeyedCommand } from '#platform/sessions/of-session.js';
import { Causation } from '#platform/sessions/causation.js';
import { ToldStanding } from '#features/identity/module.public.js';
import { RequestBudgets } from '#platform/wallet-app/request-budgets.js';
import { WALLET_APP, type WalletAppPort } from '#platform/wallet-app/wallet-app-port.js';
import { trustLineStream } from '../../trust-line.decider.js';

const TF_SET_NO_RIPPLE = 0x00020000;
/** Ledgers after the request's expiry during which a signature stays usable. */
const LEDGER_MARGIN = 50;
const LEDGERS_MAX = 30_000;

/** Asks a wallet's owner to open or change its RLUSD trust line. */
export class CreateTrustLine extends KeyedCommand<CreateTrustLineRequest, TrustLineRequestView> {}

@CommandHandler(CreateTrustLine)
export class CreateTrustLineHandler implements ICommandHandler<CreateTrustLine> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(LEDGER) private readonly ledger: LedgerPort,
    @Inject(WALLET_APP) private readonly walletApp: WalletAppPort,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly causation: Causation,
    private readonly budgets: RequestBudgets,
    private readonly standing: ToldStanding,
  ) {}

  /** @throws Refused, LedgerUnavailable, WalletAppUnavailable, CommandReused */
  async execute({ session, request, key }: CreateTrustLine): Promise<TrustLineRequestView> {
    const { walletAddress: wallet, trustLimit } = request;
    const context = await this.causation.contextOf({ session, idempotencyKey: key, input: { wallet, trustLimit } });
    const before = await this.store.findCommand(context.metadata.commandId, context.inputHash);
    if (before) return before.result as TrustLineRequestView;
    const limit = toDecimal(parseRlusd(trustLimit));
    const { transaction, ledgerIndex } = await this.build(wallet, limit);
    const minutes = this.config.paymentExpiryMinutes;
    const expiresAt = new Date(this.clock.now().getTime() + minutes * 60_000).toISOString();
    await this.budgets.take((await this.standing.isVerified(wallet, 'any')) ? 'known' : 'strangers', wallet);
    const identifier = uuidv5(`trust-line/${context.metadata.commandId}`);
    // If this is interrupted here, nothing is lost: nobody has seen the request, and it can be made again.
    const links = await this.walletApp.request({
      identifier,
      transaction,
      signer: wallet,
      expiresInMinutes: minutes,
      instruction: `Allow your wallet to hold up to ${formatRlusd(parseRlusd(trustLimit))} RLUSD. No money moves.`,
    });
    const { payloadUuid } = links;
    const result: TrustLineRequestView = { success: true, ...links, trustLimit, expiresAt };
    const data = { payloadUuid, identifier, wallet, limit, transaction, ledgerIndex, expiresAt };
    const appended = await this.store.append(
      trustLineStream(payloadUuid),
      'none',
      [{ type: 'TrustLineRequested', data }],
      { ...context, result },
    );
    return appended.result as TrustLineRequestView;
  }

  private async build(
    wallet: string,
    limit: string,
  ): Promise<{ transaction: Record<string, unknown>; ledgerIndex: number }> {
    // Read before the sequence: no ledger up to this one can contain what is built here.
    const ledgerIndex = await this.ledger.validatedIndex();
    const account = await this.ledger.account(wallet);
    if (!account)
      throw new Refused('conflict', 'This wallet is not activated on the ledger: it needs XRP first', {
        code: 'wallet-unknown',
      });
    const pace = Math.max(this.ledger.closeIntervalMs(), 20);
    const ledgers = Math.ceil((this.config.paymentExpiryMinutes * 60_000) / pace) + LEDGER_MARGIN;
    const transaction = {
      TransactionType: 'TrustSet',
      Account: wallet,
      LimitAmount: { currency: CURRENCY.rlusd, issuer: this.config.xrpl.rlusdIssuer, value: limit },
      Flags: TF_SET_NO_RIPPLE,
      Fee: (await this.ledger.fee()).toString(),
      Sequence: account.sequence,
      LastLedgerSequence: ledgerIndex + Math.min(ledgers, LEDGERS_MAX),
    };
    return { transaction, ledgerIndex };
  }
}
