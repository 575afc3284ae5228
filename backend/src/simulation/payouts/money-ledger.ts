import { CURRENCY } from '@tknest/contracts/rules';
import { toDecimal, type Micro } from '@tknest/contracts/money';
import type { AccountFacts, LedgerTransaction, LineFacts } from '#platform/ledger/ledger-port.js';
import { SimLedger } from '../sim-ledger.js';

/** The state into which a payee, or RLUSD's issuer, has put a trust line or an account. */
export interface Condition {
  deepFrozen?: boolean;
  frozen?: boolean;
  depositAuth?: boolean;
  /** Caused by the holder. */
  holderFrozen?: boolean;
  holderGlobalFreeze?: boolean;
  qualityIn?: number;
  requireTag?: boolean;
  limit?: Micro;
}

const LSF = { requireTag: 0x00020000, depositAuth: 0x01000000, globalFreeze: 0x00400000 };
const key = (account: string) => `${account}/${CURRENCY.rlusd}`;
const LIMIT: Micro = 1_000_000_000_000_000n;

/** The simulated ledger, including the ways in which RLUSD's issuer and its holders can affect a payment. */
export class MoneyLedger extends SimLedger {
  globalFreeze = false;
  readonly conditions = new Map<string, Condition>();
  /** RLUSD balances of accounts before and after a transaction. */
  private readonly changes = new Map<object, Map<string, [Micro, Micro]>>();
  private arrivals = 0;

  override async account(address: string): Promise<AccountFacts | null> {
    const account = await super.account(address);
    const { depositAuth, requireTag, holderGlobalFreeze } = this.conditions.get(address) ?? {};
    const isIssuer = address === this.rlusdIssuer;
    const flags =
      (depositAuth ? LSF.depositAuth : 0) |
      (requireTag ? LSF.requireTag : 0) |
      ((isIssuer && this.globalFreeze) || holderGlobalFreeze ? LSF.globalFreeze : 0);
    return account && { ...account, flags };
  }

  override depositAuthorized = async (_source: string, destination: string): Promise<boolean> =>
    !this.conditions.get(destination)?.depositAuth;

  override async line(holder: string, issuer: string, currency: string): Promise<LineFacts | null> {
    const line = await super.line(holder, issuer, currency);
    const { deepFrozen = false, frozen = false, limit = LIMIT, ...own } = this.conditions.get(holder) ?? {};
    const { holderFrozen = false, qualityIn } = own;
    const issuers = { deepFrozen, frozen: frozen || deepFrozen };
    return line && { ...line, ...issuers, holderFrozen, qualityIn, limit: toDecimal(limit) };
  }

  override async *history(account: string, from: number, to: number): AsyncGenerator<LedgerTransaction> {
    for await (const one of super.history(account, from, to)) {
      if (typeof one.tx.Amount === 'string') {
        yield { ...one, meta: { AffectedNodes: one.tx.Account === account ? [] : [xrpOf(account, one.tx.Amount)] } };
        continue;
      }
      const [before, after] = this.changes.get(one.tx)?.get(account) ?? [0n, 0n];
      yield { ...one, meta: before === after ? { AffectedNodes: [] } : this.metaOf(account, before, after) };
    }
  }

  protected override effect(transaction: Record<string, any>): string {
    const { Account: from, Destination: to, Amount: amount } = transaction;
    const isXrp = typeof amount === 'string';
    if (transaction.TransactionType !== 'Payment' || (!isXrp && amount.currency !== CURRENCY.rlusd))
      return super.effect(transaction);
    if (!this.accounts.has(to)) return 'tecNO_DST';
    const { depositAuth, requireTag, deepFrozen, limit = LIMIT, ...own } = this.conditions.get(to) ?? {};
    if (depositAuth) return 'tecNO_PERMISSION';
    if (requireTag && transaction.DestinationTag === undefined) return 'tecDST_TAG_NEEDED';
    if (isXrp) return super.effect(transaction);
    if (own.holderFrozen || own.holderGlobalFreeze) return 'tecPATH_DRY';
    if (own.qualityIn !== undefined) return 'tecPATH_PARTIAL';
    const sender = this.conditions.get(from) ?? {};
    if (this.globalFreeze || sender.frozen || deepFrozen || !this.lines.has(key(to))) return 'tecPATH_DRY';
    const value = BigInt(Math.round(Number(amount.value) * 1e6));
    if (this.balance(to, CURRENCY.rlusd) + value > limit) return 'tecPATH_PARTIAL';
    const held = () => [from, to].map((account) => this.balance(account, CURRENCY.rlusd));
    const before = held();
    const result = super.effect(transaction);
    const after = held();
    this.changes.set(transaction, new Map([from, to].map((one, at) => [one, [before[at]!, after[at]!]])));
    return result;
  }

  /** The hash of a transaction that is still to be submitted. */
  newHash(): string {
    return `${(++this.arrivals).toString(16).toUpperCase().padStart(8, '0')}${'ABCDEF01'.repeat(7)}`;
  }

  /**
   * Somebody pays a platform account, or the issuer claws back from one, in a separate ledger.
   * @returns the transaction's hash
   */
  move(
    from: string,
    to: string,
    value: Micro,
    fields: Record<string, unknown> = {},
    hash: string = this.newHash(),
  ): string {
    const isClawback = fields.TransactionType === 'Clawback';
    const [payer, payee] = isClawback ? [to, from] : [from, to];
    const before = this.balance(isClawback ? payer : payee, CURRENCY.rlusd);
    const after = isClawback ? before - value : before + value;
    const touched = isClawback ? payer : payee;
    this.balances.set(key(touched), after);
    this.index++;
    const transaction = { TransactionType: 'Payment', Account: from, Destination: to, ...fields };
    this.changes.set(transaction, new Map([[touched, [before, after]]]));
    this.applied.set(hash, { hash, result: 'tesSUCCESS', ledgerIndex: this.index, transaction });
    return hash;
  }

  /** A stranger sends XRP to a platform account, in a separate ledger. @returns the transaction's hash */
  moveXrp(from: string, to: string, drops: string, tag: number | null): string {
    const hash = this.newHash();
    this.accounts.get(to)!.xrp += BigInt(drops);
    this.index++;
    const transaction = { TransactionType: 'Payment', Account: from, Destination: to, Amount: drops };
    const tagged = { ...transaction, ...(tag !== null && { SourceTag: tag }) };
    this.applied.set(hash, { hash, result: 'tesSUCCESS', ledgerIndex: this.index, transaction: tagged });
    return hash;
  }

  /** As `move`, out of the balance of an account of the platform. */
  spend(from: string, to: string, value: Micro, hash: string): void {
    const before = this.balance(from, CURRENCY.rlusd);
    this.move(from, to, value, {}, hash);
    this.balances.set(key(from), before - value);
    this.changes.get(this.applied.get(hash)!.transaction)!.set(from, [before, before - value]);
  }

  /** The amount that a clawback took. */
  takenBy(hash: string): Micro {
    return [...(this.changes.get(this.applied.get(hash)!.transaction)?.values() ?? [])].reduce(
      (sum, [before, after]) => sum + before - after,
      0n,
    );
  }

  private metaOf(account: string, before: Micro, after: Micro): Record<string, unknown> {
    const balance = (micro: Micro) => ({
      currency: CURRENCY.rlusd,
      issuer: 'rrrrrrrrrrrrrrrrrrrrBZbvji',
      value: toDecimal(micro),
    });
    const limits = {
      LowLimit: { currency: CURRENCY.rlusd, issuer: account, value: '1000000000' },
      HighLimit: { currency: CURRENCY.rlusd, issuer: this.rlusdIssuer, value: '0' },
    };
    const node = {
      LedgerEntryType: 'RippleState',
      LedgerIndex: 'X',
      FinalFields: { Balance: balance(after), ...limits },
      PreviousFields: { Balance: balance(before) },
    };
    return { AffectedNodes: [{ ModifiedNode: node }] };
  }
}

/** The metadata of an account that XRP reached. */
const xrpOf = (Account: string, drops: string) => ({
  ModifiedNode: {
    LedgerEntryType: 'AccountRoot',
    FinalFields: { Account, Balance: drops },
    PreviousFields: { Balance: '0' },
  },
});
