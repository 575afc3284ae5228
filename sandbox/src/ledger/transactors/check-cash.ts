import { BAD_CURRENCY } from '../codec/currency.js';
import type { PreclaimContext } from '../engine/ledger-view.js';
import type { ResultName } from '../engine/results.js';
import type { Transaction } from '../engine/transaction.js';
import { fundsOf, isFrozen } from '../payment/funds.js';
import { feesOf, readAccount } from '../state/accounts.js';
import { isCheckExpired, readCheck } from '../state/checks.js';
import type { Amount } from '../state/entries.js';
import { ACCOUNT_FLAG, hasFlag } from '../state/flags.js';
import { type Issue, issueOf, isXrpIssue, sameIssue } from '../state/issue.js';
import type { EntryReader } from '../state/overlay.js';
import { compare, quantityOf, signOf } from '../state/quantity.js';
import { otherSide, readLine, sideOf } from '../state/trust-lines.js';
import { cashTokens, cashXrp } from './check-settle.js';
import type { ApplyContext, Transactor } from './transactor.js';

const checkId = (tx: Transaction): string => tx.json['CheckID'] as string;
const exactly = (tx: Transaction): Amount | undefined => tx.json['Amount'] as Amount | undefined;
const atLeast = (tx: Transaction): Amount | undefined => tx.json['DeliverMin'] as Amount | undefined;
const wantedBy = (tx: Transaction): Amount => (exactly(tx) ?? atLeast(tx))!;

function preflight(tx: Transaction): ResultName {
  if ((exactly(tx) === undefined) === (atLeast(tx) === undefined)) return 'temMALFORMED';
  const { currency } = issueOf(wantedBy(tx));
  if (currency === undefined) return 'temDISABLED'; // MPT
  if (signOf(quantityOf(wantedBy(tx))) <= 0) return 'temBAD_AMOUNT';
  return currency === BAD_CURRENCY ? 'temBAD_CURRENCY' : 'tesSUCCESS';
}

/** rippled: CashCheck::preclaim. */
function preclaim({ ledger, tx }: PreclaimContext): ResultName {
  const view = ledger.state;
  const check = readCheck(view, checkId(tx));
  if (!check) return 'tecNO_ENTRY';
  if (check.Destination !== tx.account) return 'tecNO_PERMISSION';
  if (!readAccount(view, check.Account)) return 'tecNO_ENTRY';
  const needsTag = hasFlag(readAccount(view, tx.account), ACCOUNT_FLAG.requireDestTag);
  if (needsTag && check.DestinationTag === undefined) return 'tecDST_TAG_NEEDED';
  if (isCheckExpired(check, ledger.parent.header.closeTime)) return 'tecEXPIRED';
  const [wanted, issue] = [quantityOf(wantedBy(tx)), issueOf(wantedBy(tx))];
  if (!sameIssue(issue, issueOf(check.SendMax))) return 'temMALFORMED';
  if (compare(wanted, quantityOf(check.SendMax)) > 0) return 'tecPATH_PARTIAL';
  const funds = fundsOf(view, check.Account, issue, wanted);
  // The reserve of the check itself comes free with it.
  const usable = typeof funds === 'bigint' ? funds + feesOf(view).reserveIncrement : funds;
  return compare(wanted, usable) > 0 ? 'tecPATH_PARTIAL' : acceptFault(view, tx.account, issue);
}

/** Whether the receiver may hold what the check brings. */
function acceptFault(view: EntryReader, receiver: string, issue: Issue): ResultName {
  if (isXrpIssue(issue) || issue.issuer === receiver) return 'tesSUCCESS';
  const issuer = readAccount(view, issue.issuer);
  if (!issuer) return 'tecNO_ISSUER';
  if (hasFlag(issuer, ACCOUNT_FLAG.requireAuth)) {
    const line = readLine(view, receiver, issue.issuer, issue.currency);
    if (!hasFlag(line, otherSide(sideOf(receiver, issue.issuer)).flag.auth)) return 'tecNO_AUTH';
  }
  return isFrozen(view, receiver, issue) ? 'tecFROZEN' : 'tesSUCCESS';
}

function apply(context: ApplyContext): ResultName {
  const { view, tx } = context;
  const check = readCheck(view, checkId(tx))!;
  const wish = { wanted: quantityOf(wantedBy(tx)), orMore: atLeast(tx) !== undefined };
  return isXrpIssue(issueOf(check.SendMax)) ? cashXrp(context, check, wish) : cashTokens(context, check, wish);
}

/** CheckCash: fetches what a check promises: an amount, or as much as there is. */
export const checkCash: Transactor = { flags: 0, preflight, preclaim, apply };
