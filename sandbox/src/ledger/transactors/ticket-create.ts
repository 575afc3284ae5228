import type { PreclaimContext } from '../engine/ledger-view.js';
import type { ResultName } from '../engine/results.js';
import type { Transaction } from '../engine/transaction.js';
import { accountReserve, adjustOwnerCount, changeAccount, existingAccount } from '../state/accounts.js';
import { addToOwnerDirectory } from '../state/directory.js';
import type { Ticket } from '../state/entries.js';
import { ticketKey } from '../state/keylets.js';
import type { ApplyContext, Transactor } from './transactor.js';

/** Tickets an account may hold, and make at once (rippled: TicketCreate.h). */
const MAX_TICKETS = 250;

const countOf = (tx: Transaction): number => tx.json['TicketCount'] as number;

function preflight(tx: Transaction): ResultName {
  const count = countOf(tx);
  return count >= 1 && count <= MAX_TICKETS ? 'tesSUCCESS' : 'temINVALID_COUNT';
}

/** A ticket that pays for this transaction makes room for one more. */
function preclaim({ ledger, tx }: PreclaimContext): ResultName {
  const held = existingAccount(ledger.state, tx.account).TicketCount ?? 0;
  const used = tx.sequence.ticket ? 1 : 0;
  return held + countOf(tx) - used > MAX_TICKETS ? 'tecDIR_FULL' : 'tesSUCCESS';
}

function apply({ view, tx, priorBalance }: ApplyContext): ResultName {
  const count = countOf(tx);
  const account = existingAccount(view, tx.account);
  if (priorBalance < accountReserve(view, account.OwnerCount + count)) return 'tecINSUFFICIENT_RESERVE';
  // The tickets take the numbers that would have been the account's next sequences.
  for (let sequence = account.Sequence; sequence < account.Sequence + count; sequence++) {
    const index = ticketKey(tx.account, sequence);
    const page = addToOwnerDirectory(view, tx.account, index);
    view.write({
      LedgerEntryType: 'Ticket',
      Flags: 0,
      index,
      Account: tx.account,
      OwnerNode: page,
      TicketSequence: sequence,
    } as Ticket);
  }
  changeAccount(view, tx.account, {
    TicketCount: (account.TicketCount ?? 0) + count,
    Sequence: account.Sequence + count,
  });
  adjustOwnerCount(view, tx.account, count);
  return 'tesSUCCESS';
}

/** TicketCreate: sets sequence numbers aside, to be used in any order. */
export const ticketCreate: Transactor = {
  flags: 0,
  preflight,
  preclaim,
  apply,
  consequences: (tx) => ({ sequences: countOf(tx) }),
};
