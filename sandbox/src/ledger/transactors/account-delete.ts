import type { PreclaimContext } from '../engine/ledger-view.js';
import type { ResultName } from '../engine/results.js';
import type { Transaction } from '../engine/transaction.js';
import { depositFault } from '../payment/deposit.js';
import { adjustOwnerCount, changeAccount, feesOf, readAccount, existingAccount } from '../state/accounts.js';
import { directoryPages, removeFromOwnerDirectory } from '../state/directory.js';
import type { LedgerEntry, Offer, Ticket } from '../state/entries.js';
import { ACCOUNT_FLAG, hasFlag, withoutFlag } from '../state/flags.js';
import { ownerDirectoryKey } from '../state/keylets.js';
import { deleteOffer } from '../state/offers.js';
import type { EntryReader, Overlay } from '../state/overlay.js';
import type { ApplyContext, Transactor } from './transactor.js';

/** Ledgers that must lie between an account's sequence and its deletion, so that nothing can be played again. */
const DISTANCE = 255;
/** Entries that are deleted together with an account at most (rippled: maxDeletableDirEntries). */
const MAX_ENTRIES = 1000;
/** What goes with its owner; anything else is an obligation. */
const GOES_ALONG = ['DepositPreauth', 'Offer', 'SignerList', 'Ticket'];

const destinationOf = (tx: Transaction): string => tx.json['Destination'] as string;

const preflight = (tx: Transaction): ResultName => (destinationOf(tx) === tx.account ? 'temDST_IS_SRC' : 'tesSUCCESS');

/** rippled: DeleteAccount::preclaim. */
function preclaim({ ledger, tx }: PreclaimContext): ResultName {
  const view = ledger.state;
  const destination = readAccount(view, destinationOf(tx));
  if (!destination) return 'tecNO_DST';
  const tagless = tx.json['DestinationTag'] === undefined;
  if (hasFlag(destination, ACCOUNT_FLAG.requireDestTag) && tagless) return 'tecDST_TAG_NEEDED';
  const fault = depositFault(view, tx.account, destinationOf(tx));
  if (fault) return fault;
  if (existingAccount(view, tx.account).Sequence + DISTANCE > ledger.index) return 'tecTOO_SOON';
  let count = 0;
  for (const entry of ownedBy(view, tx.account)) {
    if (!GOES_ALONG.includes(entry.LedgerEntryType)) return 'tecHAS_OBLIGATIONS';
    if (++count > MAX_ENTRIES) return 'tefTOO_BIG';
  }
  return 'tesSUCCESS';
}

function* ownedBy(view: EntryReader, account: string): Generator<LedgerEntry> {
  for (const page of directoryPages(view, ownerDirectoryKey(account)))
    for (const index of page.Indexes) yield view.read(index)!;
}

function apply({ view, tx, deliver }: ApplyContext): ResultName {
  const owned = [...ownedBy(view, tx.account)];
  for (const entry of owned) remove(view, tx.account, entry);
  const { Balance } = existingAccount(view, tx.account);
  const destination = existingAccount(view, destinationOf(tx));
  changeAccount(view, destination.Account, {
    Balance: (BigInt(destination.Balance) + BigInt(Balance)).toString(),
    Flags: withoutFlag(destination.Flags, ACCOUNT_FLAG.passwordSpent),
  });
  deliver(Balance);
  changeAccount(view, tx.account, { Balance: '0' });
  view.erase(existingAccount(view, tx.account));
  return 'tesSUCCESS';
}

function remove(view: Overlay, owner: string, entry: LedgerEntry): void {
  if (entry.LedgerEntryType === 'Offer') return deleteOffer(view, entry as Offer);
  removeFromOwnerDirectory(view, owner, (entry as Ticket).OwnerNode, entry.index);
  adjustOwnerCount(view, owner, -1);
  if (entry.LedgerEntryType === 'Ticket') {
    const left = existingAccount(view, owner).TicketCount! - 1;
    changeAccount(view, owner, { TicketCount: left || undefined });
  }
  view.erase(entry);
}

/** AccountDelete: sends all XRP on and takes the account out of the ledger; it costs one owner reserve. */
export const accountDelete: Transactor = {
  flags: 0,
  preflight,
  preclaim,
  apply,
  baseFee: (view) => feesOf(view).reserveIncrement,
  consequences: () => ({ blocker: true }),
};
