import { compareAccounts } from '../codec/account-id.js';
import type { PreclaimContext } from '../engine/ledger-view.js';
import type { ResultName } from '../engine/results.js';
import type { Transaction } from '../engine/transaction.js';
import { readAccount } from '../state/accounts.js';
import { type Amount, isXrp, type TokenAmount } from '../state/entries.js';
import { ACCOUNT_FLAG, hasFlag } from '../state/flags.js';
import { parseNumber, signOf, smaller } from '../state/token-number.js';
import { balanceOn, credit, readLine, sideOf } from '../state/trust-lines.js';
import type { ApplyContext, Transactor } from './transactor.js';

/** In a clawback the amount's issuer field names the holder. */
const amountOf = (tx: Transaction): TokenAmount => tx.json['Amount'] as TokenAmount;

function preflight(tx: Transaction): ResultName {
  const amount = tx.json['Amount'] as Amount;
  if (isXrp(amount)) return 'temBAD_AMOUNT';
  if (amount.currency === undefined) return 'temDISABLED'; // MPT
  if (tx.json['Holder'] !== undefined) return 'temMALFORMED';
  return amount.issuer === tx.account || signOf(parseNumber(amount.value)) <= 0 ? 'temBAD_AMOUNT' : 'tesSUCCESS';
}

function preclaim({ ledger, tx }: PreclaimContext): ResultName {
  const { issuer: holder, currency } = amountOf(tx);
  const issuer = readAccount(ledger.state, tx.account);
  if (!issuer || !readAccount(ledger.state, holder)) return 'terNO_ACCOUNT';
  if (!hasFlag(issuer, ACCOUNT_FLAG.allowTrustLineClawback) || hasFlag(issuer, ACCOUNT_FLAG.noFreeze))
    return 'tecNO_PERMISSION';
  const line = readLine(ledger.state, holder, tx.account, currency);
  if (!line) return 'tecNO_LINE';
  // Who holds and who issues shows in the sign of the balance: the sender must be the one that owes.
  const balance = signOf(parseNumber(line.Balance.value));
  const senderIsLow = compareAccounts(tx.account, holder) < 0;
  if ((balance > 0 && senderIsLow) || (balance < 0 && !senderIsLow)) return 'tecNO_PERMISSION';
  return balance === 0 ? 'tecINSUFFICIENT_FUNDS' : 'tesSUCCESS';
}

function apply({ view, tx }: ApplyContext): ResultName {
  const { issuer: holder, currency, value } = amountOf(tx);
  const held = balanceOn(readLine(view, holder, tx.account, currency)!, sideOf(holder, tx.account));
  credit(view, holder, tx.account, currency, smaller(held, parseNumber(value)));
  return 'tesSUCCESS';
}

/** Clawback: the issuer takes tokens back, frozen or not, at most what is held (XLS-39). */
export const clawback: Transactor = { flags: 0, preflight, preclaim, apply };
