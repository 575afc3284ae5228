/** What the ledger's state means for transactions in flight. Pure. */
import type { Conclusion } from '../ledger-port.js';
import { proposeEnding, type Ending } from '../submissions/submission.rules.js';
import { HISTORY_FORGOTTEN, TICKET_TAKEN, type Attempt, type ConcludedFact } from './transaction.js';
import type { PlatformAccountName, PlatformAccountEvent } from '@tknest/contracts/events';
import type { StreamWrite } from '../../event-store/event-store.js';
import { accountStream } from '../accounts/account.state.js';

/** How a transaction ended for good. */
export type TransactionEnding =
  | Exclude<Ending, { propose: 'send-again' | 'wait' }>
  /** Proved: an unknown transaction used its ticket. It may have done the same, so nothing is signed instead. */
  | { propose: 'held' }
  /** Its sequence is used, and no node has the ledgers that show by what (`withoutHistory`). */
  | { propose: 'absent'; reason: typeof HISTORY_FORGOTTEN };

/** The ledger's answer about a transaction; `forgotten` if no node has the history, but its owner knows the result. */
export type Fate = Conclusion | { kind: 'forgotten' };

/** One of an owner's transactions in flight. */
export interface UnderWay extends Attempt {
  /** Its key within its owner: a step, a payee. */
  key: string;
  /** The stream with the events that journal it. */
  stream: string;
}

export interface Ended {
  transaction: UnderWay;
  ending: TransactionEnding;
}

/** Only a ticket can be used by an unknown transaction. */
export interface EndedHeld extends Ended {
  transaction: UnderWay & { ticket: number };
  ending: { propose: 'held' };
}

export const isHeld = (one: Ended): one is EndedHeld => one.ending.propose === 'held';

/**
 * Those that ended, and those to send again (the same blobs). Those about which the node cannot tell yet are in
 * neither.
 */
export function decideEndings(
  transactions: readonly UnderWay[],
  fateOf: (hash: string) => Fate,
): { ended: Ended[]; pending: UnderWay[] } {
  const found: { ended: Ended[]; pending: UnderWay[] } = { ended: [], pending: [] };
  for (const transaction of transactions) {
    const fate = fateOf(transaction.hash);
    if (fate.kind === 'forgotten') {
      found.ended.push({ transaction, ending: { propose: 'absent', reason: HISTORY_FORGOTTEN } });
      continue;
    }
    const ending = proposeEnding(fate);
    if (ending.propose === 'wait') continue;
    if (ending.propose === 'send-again') found.pending.push(transaction);
    else found.ended.push({ transaction, ending: isTaken(transaction, ending) ? { propose: 'held' } : ending });
  }
  return found;
}

/** A platform's ticket used by an unknown transaction is a conflict; a payer may use their own sequence freely. */
const isTaken = ({ ticket }: UnderWay, ending: Ending): boolean =>
  ticket !== null && ending.propose === 'absent' && ending.reason === 'sequence-used';

/** How the end of a transaction is recorded in its event. */
export const concludedFact = ({ transaction, ending }: Ended): ConcludedFact => {
  const { hash } = transaction;
  switch (ending.propose) {
    case 'held':
      return { hash, result: TICKET_TAKEN, ledgerIndex: null };
    case 'absent':
      return { hash, result: ending.reason, ledgerIndex: null };
    default:
      return { hash, result: ending.result, ledgerIndex: ending.ledgerIndex };
  }
};

/**
 * Tickets that the ledger consumed, no matter by which transaction; that of a transaction proved absent was not
 * consumed. The owner's stream makes sure that this is recorded only once.
 */
export function burned(name: PlatformAccountName | null, ended: readonly Ended[]): StreamWrite[] {
  if (!name) return [];
  const events = ended.flatMap(({ transaction: { ticket, purpose, hash }, ending }): PlatformAccountEvent[] => {
    if (ticket === null || ending.propose === 'absent') return [];
    const by = ending.propose === 'held' ? null : hash;
    return [{ type: 'TicketBurned', data: { name, ticket, purpose, hash: by } }];
  });
  return [{ stream: accountStream(name), expected: 'exists', events }];
}
