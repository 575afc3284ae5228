import { ACCOUNT_ZERO } from '../codec/account-id.js';
import { BAD_CURRENCY } from '../codec/currency.js';
import type { PreclaimContext } from '../engine/ledger-view.js';
import type { ResultName } from '../engine/results.js';
import type { CheckCreateJson, Transaction } from '../engine/transaction.js';
import { isGloballyFrozen } from '../payment/funds.js';
import { accountReserve, adjustOwnerCount, readAccount, existingAccount } from '../state/accounts.js';
import { addToOwnerDirectory } from '../state/directory.js';
import type { Check } from '../state/entries.js';
import { ACCOUNT_FLAG, hasFlag } from '../state/flags.js';
import { issueOf, isXrpIssue } from '../state/issue.js';
import { checkKey } from '../state/keylets.js';
import { quantityOf, signOf } from '../state/quantity.js';
import { otherSide, readLine, sideOf } from '../state/trust-lines.js';
import type { ApplyContext, Transactor } from './transactor.js';

const checkOf = (tx: Transaction): CheckCreateJson => tx.json as CheckCreateJson;

function preflight(tx: Transaction): ResultName {
  const { Destination, SendMax, Expiration } = checkOf(tx);
  if (Destination === ACCOUNT_ZERO) return 'temINVALID_ACCOUNT_ID';
  if (Destination === tx.account) return 'temREDUNDANT';
  const { currency } = issueOf(SendMax);
  if (currency === undefined) return 'temDISABLED'; // MPT
  if (signOf(quantityOf(SendMax)) <= 0) return 'temBAD_AMOUNT';
  if (currency === BAD_CURRENCY) return 'temBAD_CURRENCY';
  return Expiration === 0 ? 'temBAD_EXPIRATION' : 'tesSUCCESS';
}

/** rippled: CreateCheck::preclaim. What the check is good for may be frozen, though it need not be there yet. */
function preclaim({ ledger, tx }: PreclaimContext): ResultName {
  const { Destination, DestinationTag, SendMax, Expiration } = checkOf(tx);
  const destination = readAccount(ledger.state, Destination);
  if (!destination) return 'tecNO_DST';
  if (hasFlag(destination, ACCOUNT_FLAG.disallowIncomingCheck)) return 'tecNO_PERMISSION';
  if (hasFlag(destination, ACCOUNT_FLAG.requireDestTag) && DestinationTag === undefined) return 'tecDST_TAG_NEEDED';
  const issue = issueOf(SendMax);
  if (isGloballyFrozen(ledger.state, issue)) return 'tecFROZEN';
  if (!isXrpIssue(issue)) {
    // The issuer's side for the sender's line, the receiver's own for the receiver's.
    const line = (holder: string) => readLine(ledger.state, holder, issue.issuer, issue.currency);
    const fromIssuer = otherSide(sideOf(tx.account, issue.issuer)).flag.freeze;
    if (issue.issuer !== tx.account && hasFlag(line(tx.account), fromIssuer)) return 'tecFROZEN';
    const fromReceiver = sideOf(Destination, issue.issuer).flag.freeze;
    if (issue.issuer !== Destination && hasFlag(line(Destination), fromReceiver)) return 'tecFROZEN';
  }
  return Expiration !== undefined && Expiration <= ledger.parent.header.closeTime ? 'tecEXPIRED' : 'tesSUCCESS';
}

function apply({ view, tx, priorBalance }: ApplyContext): ResultName {
  const { Destination, SendMax, Expiration, DestinationTag, SourceTag, InvoiceID } = checkOf(tx);
  const owned = existingAccount(view, tx.account).OwnerCount;
  if (priorBalance < accountReserve(view, owned + 1)) return 'tecINSUFFICIENT_RESERVE';
  const index = checkKey(tx.account, tx.sequence.value);
  const DestinationNode = addToOwnerDirectory(view, Destination, index);
  const OwnerNode = addToOwnerDirectory(view, tx.account, index);
  view.write({
    LedgerEntryType: 'Check',
    Flags: 0,
    index,
    Account: tx.account,
    Destination,
    DestinationNode,
    OwnerNode,
    SendMax,
    Sequence: tx.sequence.value,
    ...(DestinationTag !== undefined && { DestinationTag }),
    ...(Expiration !== undefined && { Expiration }),
    ...(InvoiceID !== undefined && { InvoiceID }),
    ...(SourceTag !== undefined && { SourceTag }),
  } as Check);
  adjustOwnerCount(view, tx.account, 1);
  return 'tesSUCCESS';
}

/** CheckCreate: allows somebody to fetch up to an amount; nothing is set aside for it. */
export const checkCreate: Transactor = { flags: 0, preflight, preclaim, apply };
