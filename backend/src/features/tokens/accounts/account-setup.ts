import { Inject, Injectable, Logger } from '@nestjs/common';
import type { PlatformAccountName } from '@tknest/contracts/events';
import { CURRENCY, PAYMENT } from '@tknest/contracts/rules';
import { AccountSetAsfFlags } from 'xrpl';
import { CLOCK, type Clock } from '../../../platform/clock/clock.js';
import { CONFIG, type Config } from '../../../platform/config/config.js';
import { LEDGER, LedgerUnavailable, type AccountFacts, type LedgerPort } from '../../../platform/ledger/ledger-port.js';
import { XrplConnection } from '../../../platform/ledger/xrpl-connection.js';
import { ACCOUNT_NAMES, PlatformAccounts } from './platform-accounts.js';

/** XRP each account needs for its reserves: the issuer holds up to 250 tickets at 0.2 XRP. */
const XRP_NEEDED: Record<PlatformAccountName, number> = { issuer: 100, feeWallet: 20, payoutEscrow: 100 };
const TICKETS = { low: 100, full: 240 };
const WAIT_MS = 200;
const LEDGERS_AHEAD = 40;

/** What the issuer must be before it has a single trust line, in the order that the ledger demands. */
const ISSUER_FLAGS: readonly { step: string; flag: AccountSetAsfFlags; ledgerFlag: number }[] = [
  { step: 'clawback', flag: AccountSetAsfFlags.asfAllowTrustLineClawback, ledgerFlag: 0x80000000 },
  { step: 'require-auth', flag: AccountSetAsfFlags.asfRequireAuth, ledgerFlag: 0x00040000 },
  { step: 'deposit-auth', flag: AccountSetAsfFlags.asfDepositAuth, ledgerFlag: 0x01000000 },
];

/**
 * Brings the platform's accounts to life and keeps the issuer in tickets. Every step looks at the ledger first and does
 * only what is missing, so it may be cut off anywhere and begun again.
 */
@Injectable()
export class AccountSetup {
  private readonly log = new Logger('AccountSetup');
  private refilling: Promise<void> | null = null;

  constructor(
    private readonly accounts: PlatformAccounts,
    private readonly connection: XrplConnection,
    @Inject(LEDGER) private readonly ledger: LedgerPort,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Returns when every account can be used. Waits as long as the ledger is away. */
  async run(signal: AbortSignal): Promise<void> {
    for (const name of ACCOUNT_NAMES) await this.accounts.ensureMade(name);
    await Promise.all(ACCOUNT_NAMES.map((name) => this.untilDone(name, signal)));
  }

  private async untilDone(name: PlatformAccountName, signal: AbortSignal): Promise<void> {
    for (let told = false; !signal.aborted;) {
      try {
        const address = await this.accounts.address(name);
        const account = await this.ledger.account(address);
        if (!account) {
          await this.fund(name, address, told);
          told = true;
        } else if (await this.setUp(name, account)) return;
      } catch (error) {
        if (!(error instanceof LedgerUnavailable))
          this.log.error({ err: error }, `The set-up of ${name} was interrupted`);
      }
      await this.clock.sleep(WAIT_MS, signal);
    }
  }

  private async fund(name: PlatformAccountName, address: string, told: boolean): Promise<void> {
    if (!this.config.xrpl.faucetUrl) {
      if (!told) this.log.warn(`Waiting for ${XRP_NEEDED[name]} XRP on ${address}, the platform's ${name}`);
      return void (await this.clock.sleep(2_000));
    }
    if (told) return;
    const answer = await fetch(this.config.xrpl.faucetUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(30_000),
      body: JSON.stringify({ destination: address, xrpAmount: String(XRP_NEEDED[name]) }),
    });
    if (!answer.ok) this.log.warn(`The faucet answered ${answer.status} for ${name}`);
  }

  /** @returns true where nothing is missing */
  private async setUp(name: PlatformAccountName, account: AccountFacts): Promise<boolean> {
    if (name !== 'issuer') {
      if (await this.ledger.line(account.address, this.config.xrpl.rlusdIssuer, CURRENCY.rlusd)) return true;
      await this.submit(name, account, [
        {
          TransactionType: 'TrustSet',
          LimitAmount: {
            currency: CURRENCY.rlusd,
            issuer: this.config.xrpl.rlusdIssuer,
            value: PAYMENT.tokenLineLimit,
          },
          Flags: 0x00020000,
        },
      ]);
      return false;
    }
    const missing = ISSUER_FLAGS.filter(({ ledgerFlag }) => (account.flags & ledgerFlag) === 0);
    const tickets = await this.syncTickets(account.address);
    if (missing.length === 0 && tickets >= TICKETS.low) {
      await this.noteSteps();
      return true;
    }
    const transactions: Record<string, unknown>[] = missing.map(({ flag }) => ({
      TransactionType: 'AccountSet',
      SetFlag: flag,
    }));
    if (tickets < TICKETS.low)
      transactions.push({ TransactionType: 'TicketCreate', TicketCount: TICKETS.full - tickets });
    await this.submit(name, account, transactions);
    return false;
  }

  private async noteSteps(): Promise<void> {
    await this.accounts.log('issuer').change((state) =>
      ISSUER_FLAGS.filter(({ step }) => !state.steps.has(step)).map(({ step }) => ({
        type: 'PlatformAccountStepDone',
        data: { name: 'issuer', step, hash: null },
      })),
    );
  }

  /** Tickets that the ledger holds and the log does not know yet are written down. @returns how many are free */
  private async syncTickets(address: string): Promise<number> {
    const onLedger = await this.ticketsOf(address);
    const state = await this.accounts.log('issuer').change(({ known }) => {
      const unknown = onLedger.filter((ticket) => !known.has(ticket));
      return unknown.length === 0
        ? []
        : [{ type: 'TicketsCreated', data: { name: 'issuer', tickets: unknown, hash: '' } }];
    });
    return onLedger.filter((ticket) => state.free.has(ticket)).length;
  }

  private async ticketsOf(address: string): Promise<number[]> {
    const found: number[] = [];
    for (let marker: unknown; ;) {
      const page = await this.connection.request({
        command: 'account_objects',
        account: address,
        type: 'ticket',
        ledger_index: 'validated',
        limit: 400,
        ...(marker ? { marker } : {}),
      });
      found.push(...page.account_objects.map((entry: { TicketSequence: number }) => entry.TicketSequence));
      if (!(marker = page.marker)) return found.sort((a, b) => a - b);
    }
  }

  /**
   * Journals and sends a row of transactions with consecutive sequences and waits until a ledger has taken the last, or
   * its time has passed.
   */
  private async submit(
    name: PlatformAccountName,
    account: AccountFacts,
    transactions: readonly Record<string, unknown>[],
  ): Promise<void> {
    const fee = (await this.ledger.fee()).toString();
    const validated = await this.ledger.validatedIndex();
    const lastLedgerSequence = validated + LEDGERS_AHEAD;
    const signed: { what: string; sequence: number; blob: string; hash: string }[] = [];
    for (const [index, transaction] of transactions.entries()) {
      const sequence = account.sequence + index;
      signed.push({
        what: String(transaction.TransactionType),
        sequence,
        ...(await this.accounts.sign(name, {
          ...transaction,
          Account: account.address,
          Fee: fee,
          Sequence: sequence,
          LastLedgerSequence: lastLedgerSequence,
        })),
      });
    }
    // Journalled before it is sent: what stands on the ledger under this key and not in the log was signed by somebody
    // else.
    await this.accounts.log(name).change(() =>
      signed.map(({ what, sequence, hash }) => ({
        type: 'PlatformTransactionSigned',
        data: { name, what, hash, sequence, lastLedgerSequence },
      })),
    );
    for (const { what, blob } of signed) {
      const { engineResult, message } = await this.ledger.submit(blob);
      if (/^te[mf]/.test(engineResult)) this.log.warn(`${what} of ${name}: ${engineResult} ${message}`);
    }
    const { hash, sequence } = signed.at(-1)!;
    const sought = {
      hash,
      account: account.address,
      sequence,
      ticket: null,
      fromLedger: validated,
      lastLedgerSequence,
    };
    for (;;) {
      const conclusion = await this.ledger.conclude(sought);
      if (conclusion.kind !== 'pending') return;
      await this.clock.sleep(WAIT_MS);
    }
  }

  /** Called now and then: tops the issuer's tickets up before they run out. */
  refillTickets(): Promise<void> {
    this.refilling ??= this.refill().finally(() => (this.refilling = null));
    return this.refilling;
  }

  private async refill(): Promise<void> {
    const { free, address } = await this.accounts.log('issuer').current();
    if (!address || free.size >= TICKETS.low) return;
    const account = await this.ledger.account(address);
    if (account) await this.setUp('issuer', account).then(() => this.syncTickets(address));
  }
}
