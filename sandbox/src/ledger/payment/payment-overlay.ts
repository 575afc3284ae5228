import type { AccountRoot, LedgerEntry, RippleState } from '../state/entries.js';
import { accountKey, trustLineKey } from '../state/keylets.js';
import { Overlay } from '../state/overlay.js';
import { add, compare, type Quantity, signOf, smaller, subtract, zeroLike } from '../state/quantity.js';
import { negate, parseNumber, type TokenNumber, ZERO } from '../state/token-number.js';
import { sideOf, LOW } from '../state/trust-lines.js';

/** What a balance was before the payment, and what the payment has taken from it. */
interface Spending {
  readonly original: Quantity;
  readonly spent: Quantity;
}

/**
 * Changes of one payment. What came in during a payment cannot be spent in it again, nor can the reserve of an entry
 * that it removed: otherwise what an offer is worth would hang on the order in which offers are taken (rippled:
 * PaymentSandbox, DeferredCredits).
 */
export class PaymentOverlay extends Overlay {
  /** By account index for XRP; by line index and side ("L", "H") for tokens. */
  private readonly spending = new Map<string, Spending>();
  private readonly mostOwned = new Map<string, number>();

  override write(entry: LedgerEntry): void {
    this.note(entry);
    super.write(entry);
  }

  override erase(entry: LedgerEntry): void {
    this.note(entry);
    super.erase(entry);
  }

  override commit(): void {
    super.commit();
    if (!(this.parent instanceof PaymentOverlay)) return;
    for (const [account, owned] of this.mostOwned) this.parent.noteOwned(account, owned);
    for (const [key, { original, spent }] of this.spending) {
      const noted = this.parent.spending.get(key) ?? { original, spent: zeroLike(spent) };
      this.parent.spending.set(key, { ...noted, spent: add(noted.spent, spent) });
    }
  }

  /** What of a balance of XRP can be spent. */
  usableXrp(account: string, balance: bigint): bigint {
    const usable = this.usable(accountKey(account), balance) as bigint;
    return usable < 0n ? 0n : usable;
  }

  /** What of a balance on the line with `issuer` can be spent. */
  usableTokens(account: string, issuer: string, currency: string, balance: TokenNumber): TokenNumber {
    const side = sideOf(account, issuer) === LOW ? 'L' : 'H';
    return this.usable(trustLineKey(account, issuer, currency) + side, balance) as TokenNumber;
  }

  /** The most entries that an account owned at any time in this payment. */
  ownedAtMost(account: string, now: number): number {
    const most = Math.max(now, this.mostOwned.get(account) ?? 0);
    return this.parent instanceof PaymentOverlay ? this.parent.ownedAtMost(account, most) : most;
  }

  /** rippled: PaymentSandbox::balanceHook. */
  private usable(key: string, balance: Quantity): Quantity {
    let spent = zeroLike(balance);
    let original = balance;
    let least = balance;
    for (const view of this.upwards()) {
      const noted = view.spending.get(key);
      if (!noted) continue;
      spent = add(spent, noted.spent);
      original = noted.original;
      least = smaller(least, original);
    }
    return smaller(least, subtract(original, spent));
  }

  /** This overlay and those of the same payment below it. */
  private upwards(): PaymentOverlay[] {
    return this.parent instanceof PaymentOverlay ? [this, ...this.parent.upwards()] : [this];
  }

  private note(entry: LedgerEntry): void {
    if (entry.LedgerEntryType === 'AccountRoot') this.noteAccount(entry as AccountRoot);
    else if (entry.LedgerEntryType === 'RippleState') this.noteLine(entry as RippleState);
  }

  private noteAccount(after: AccountRoot): void {
    const before = this.read(after.index) as AccountRoot | undefined;
    if (!before) return;
    if (after.OwnerCount !== before.OwnerCount)
      this.noteOwned(after.Account, Math.max(after.OwnerCount, before.OwnerCount));
    this.noteChange(after.index, BigInt(before.Balance), BigInt(after.Balance));
  }

  private noteLine(after: RippleState): void {
    const line = this.read(after.index) as RippleState | undefined;
    const was = line ? parseNumber(line.Balance.value) : ZERO;
    const is = parseNumber(after.Balance.value);
    this.noteChange(`${after.index}L`, was, is);
    this.noteChange(`${after.index}H`, negate(was), negate(is));
  }

  private noteOwned(account: string, owned: number): void {
    this.mostOwned.set(account, Math.max(owned, this.mostOwned.get(account) ?? 0));
  }

  private noteChange(key: string, before: Quantity, after: Quantity): void {
    if (compare(before, after) === 0) return;
    const noted = this.spending.get(key) ?? { original: before, spent: zeroLike(before) };
    const lost = subtract(before, after);
    this.spending.set(key, signOf(lost) > 0 ? { ...noted, spent: add(noted.spent, lost) } : noted);
  }
}
