import { adjustOwnerCount, changeAccount, existingAccount } from '../state/accounts.js';
import { removeFromOwnerDirectory } from '../state/directory.js';
import type { Amount, Ticket } from '../state/entries.js';
import { ticketKey } from '../state/keylets.js';
import { deleteOffers } from '../state/offers.js';
import { Overlay } from '../state/overlay.js';
import { TokenOverflow } from '../state/token-number.js';
import { transactorFor } from '../transactors/registry.js';
import type { AppliedTransaction, ApplyFlags, ApplyResult, LedgerView } from './ledger-view.js';
import { preclaim } from './preclaim.js';
import { preflight } from './preflight.js';
import { isClaim, isSuccess, type ResultName } from './results.js';
import type { Transaction } from './transaction.js';

/**
 * Tries a transaction on a ledger. Success, and a tec that is taken, changes the ledger; anything else leaves it as it
 * was (rippled: apply, Transactor::operator()).
 */
export function applyTransaction(ledger: LedgerView, tx: Transaction, flags: ApplyFlags = {}): ApplyResult {
  const flight = preflight(tx, ledger.parent);
  if (!isSuccess(flight)) return { result: flight, applied: false };
  const claim = preclaim(ledger, tx, flags.retry ?? false);
  if (!isSuccess(claim)) return claimOrRefuse(ledger, tx, claim, flags);
  const changes = new Overlay(ledger.state);
  const priorBalance = takeFeeAndSequence(changes, tx);
  let delivered: Amount | undefined;
  const deliver = (amount: Amount): void => void (delivered = amount);
  const stale: string[] = [];
  const removeAnyway = (offers: Iterable<string>): void => void stale.push(...offers);
  const context = { view: changes, tx, ledger, priorBalance, deliver, removeAnyway };
  const result = guarded(() => transactorFor(tx)!.apply(context));
  // A killed offer had its chance: it is not tried again.
  const last = result === 'tecKILLED' ? { ...flags, retry: false } : flags;
  if (!isSuccess(result)) return claimOrRefuse(ledger, tx, result, last, stale);
  return take(ledger, { tx, result, changes, delivered });
}

/** A tec costs the fee and the sequence, unless it is to be tried again or must not be applied. */
function claimOrRefuse(
  ledger: LedgerView,
  tx: Transaction,
  result: ResultName,
  flags: ApplyFlags,
  stale: readonly string[] = [],
): ApplyResult {
  if (!isClaim(result) || flags.retry || flags.failHard) return { result, applied: false };
  const changes = new Overlay(ledger.state);
  takeFeeAndSequence(changes, tx);
  deleteOffers(changes, stale);
  return take(ledger, { tx, result, changes });
}

function take(ledger: LedgerView, applied: AppliedTransaction): ApplyResult {
  ledger.record?.(applied);
  applied.changes.commit();
  return { result: applied.result, applied: true };
}

function guarded(apply: () => ResultName): ResultName {
  try {
    return apply();
  } catch (error) {
    if (error instanceof TokenOverflow) return 'tefEXCEPTION';
    throw error;
  }
}

/** Takes the fee and the sequence number or ticket; gives the balance before that. */
function takeFeeAndSequence(view: Overlay, tx: Transaction): bigint {
  const account = existingAccount(view, tx.account);
  const before = BigInt(account.Balance);
  const fee = before < tx.fee ? before : tx.fee;
  changeAccount(view, tx.account, {
    Balance: (before - fee).toString(),
    ...(!tx.sequence.ticket && { Sequence: account.Sequence + 1 }),
    ...(account.AccountTxnID !== undefined && { AccountTxnID: tx.id }),
  });
  if (tx.sequence.ticket) useTicket(view, tx);
  return before;
}

function useTicket(view: Overlay, tx: Transaction): void {
  const ticket = view.read(ticketKey(tx.account, tx.sequence.value)) as Ticket;
  removeFromOwnerDirectory(view, tx.account, ticket.OwnerNode, ticket.index);
  const left = (existingAccount(view, tx.account).TicketCount ?? 1) - 1;
  changeAccount(view, tx.account, { TicketCount: left || undefined });
  adjustOwnerCount(view, tx.account, -1);
  view.erase(ticket);
}
