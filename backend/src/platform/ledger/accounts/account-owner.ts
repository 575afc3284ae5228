/**
 * The platform's accounts as owners of transactions with their own sequence numbers: setup, TicketCreate, a change of
 * the key. They cannot use tickets, because they create the tickets.
 */
import type { PlatformAccountName, PlatformAccountEvent } from '@tknest/contracts/events';
import { decode } from 'xrpl';
import { writeTo } from '../../event-store/commit-once.js';
import { load, type Loaded } from '../../event-store/folding.js';
import type { SignedBlobs } from '../submissions/submission.js';
import type { Fate, UnderWay } from '../transactions/decide.js';
import type { Commit, OwnerPorts, Row, TransactionOwner } from '../transactions/group.js';
import { mayTry } from '../transactions/policy.js';
import { blobIn } from '../transactions/sender.js';
import { concludeTransaction } from './account.decider.js';
import { accountFold, evolveAccount, type AccountState, type MadeAccount } from './account.state.js';

/** What an account needs next of its own. */
export type Needed =
  /** Signed one after another, and journaled together; the account is filled in. */
  | { do: 'sign'; row: readonly Record<string, unknown>[] }
  /** Events that need no transaction. */
  | { do: 'record'; facts(state: AccountState): PlatformAccountEvent[] }
  /** It waits for a ledger. */
  | { do: 'wait' }
  /** Nothing is missing. */
  | { do: 'rest' };

/**
 * The owner of what the accounts sign in their sequence, one row at a time, whichever instance began it.
 * @param needed what is missing while nothing is under way
 */
export function accountOwner(
  { store, ledger, blobs }: Pick<OwnerPorts, 'store' | 'ledger'> & { blobs: Pick<SignedBlobs, 'open'> },
  needed: (name: PlatformAccountName, state: MadeAccount) => Promise<Needed>,
): TransactionOwner<AccountState, MadeAccount> {
  /** Decided again if tickets were assigned in the meantime, because the account's stream changes often. */
  const commit = (
    name: string,
    decidedOn: Loaded<AccountState>,
    decide: (state: AccountState) => PlatformAccountEvent[],
  ): Commit => ({
    decidedOn,
    shared: [decidedOn.stream],
    writes: async () => {
      const now = await load(store, foldOf(name));
      return [writeTo(now, decide(now.state))];
    },
  });
  return {
    kind: 'account',
    signer: (name) => name as PlatformAccountName,
    // The setup and the ticket refill's timer advance it.
    events: [],
    idOf: () => '',
    load: (name) => load(store, foldOf(name)),
    exists: ({ address }) => address !== null,
    underWay: ({ stream, state: { open } }) => open.map((one) => ({ ...one, key: one.hash, stream })),
    attemptFor: () => undefined,
    maySignFor: () => false,
    about: () => ({}),

    async next(name, loaded) {
      const account = name as PlatformAccountName;
      const next = await needed(account, loaded.state);
      if (next.do === 'wait' || next.do === 'rest') return next;
      if (next.do === 'record') return { do: 'record', commit: commit(name, loaded, next.facts) };
      if (!mayTry('account', loaded.state.refused, await ledger.validatedIndex())) return { do: 'wait' };
      const journal = journalOf(account);
      const transactions = next.row.map((one) => ({ ...one, Account: loaded.state.address }));
      const { nextSequence } = loaded.state;
      return { do: 'sign-in-sequence', row: { transactions, decidedOn: loaded, nextSequence, journal } };
    },

    onConcluded: async (name, loaded, ended) =>
      commit(name, loaded, (before) => {
        const facts: PlatformAccountEvent[] = [];
        for (const one of ended)
          facts.push(...concludeTransaction(name as PlatformAccountName, one, facts.reduce(evolveAccount, before)));
        return facts;
      }),

    withoutHistory,
  };

  /**
   * The account's tickets prove it, because nothing else makes them; otherwise something has used its sequence, and the
   * next round finds what is still missing. Without this, a node that pruned its history would block the account
   * forever.
   */
  async function withoutHistory(address: string, { hash, sequence, ...one }: UnderWay): Promise<Fate> {
    const [account, index] = [await ledger.account(address), await ledger.validatedIndex()];
    if (!account || index <= one.lastLedgerSequence) return { kind: 'unknown' };
    const isUsed = account.sequence > sequence;
    const lags = (account.ledgerIndex ?? 0) <= one.lastLedgerSequence;
    if (!isUsed || lags) return { kind: 'unknown' };
    const transaction = decode(blobIn(await blobs.open(one.blobItem), hash));
    const first = await ledger.holdsTicket(address, sequence + 1);
    if (transaction.TransactionType !== 'TicketCreate' || !first.held) return { kind: 'forgotten' };
    return { kind: 'validated', result: 'tesSUCCESS', ledgerIndex: first.ledgerIndex, delivered: null, transaction };
  }
}

/** No other transaction uses the account's sequence until each of them is concluded. */
const journalOf =
  (name: PlatformAccountName): Row['journal'] =>
  (signed, { ledgerIndex, lastLedgerSequence, blobItem }) => {
    const transactions = signed.map(({ hash, transaction }) => ({
      what: String(transaction.TransactionType),
      hash,
      sequence: Number(transaction.Sequence),
      lastLedgerSequence,
      blobItem,
    }));
    return [
      { type: 'AccountTransactionsBegun', data: { name, ledgerIndex, transactions } } satisfies PlatformAccountEvent,
    ];
  };

const foldOf = (name: string) => accountFold(name as PlatformAccountName);
