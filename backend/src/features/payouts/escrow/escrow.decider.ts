/**
 * The books of the payout escrow and of the fee wallet, double entry: every posting sums to zero, and the account
 * `ledger` is the negative of the balance on the ledger. No account except `ledger` and `loss` goes below zero. The two
 * differ in their accounts and in the names of their events.
 */
import type {
  EscrowAccount,
  EscrowEvent,
  EscrowPosted,
  EscrowPostingKind,
  FeesPosted,
  PlatformAccountName,
} from '@tknest/contracts/events';
import {
  exactOf,
  exactText,
  microOf,
  parseExact,
  parseExactDown,
  toDecimal,
  type Exact,
  type Micro,
} from '@tknest/contracts/money';
import { Refused } from '#platform/domain/refused.js';
import type { Folded } from '#platform/event-store/folding.js';

/** The accounts that have books. */
export type Purse = Extract<PlatformAccountName, 'payoutEscrow' | 'feeWallet'>;

/** A posting of either books. */
export type AnyPosted = EscrowPosted | FeesPosted;

interface Rules {
  posted: AnyPosted['type'];
  /** The accounts of these books. */
  accounts: RegExp;
  /** The platform's own money. */
  own: EscrowAccount;
}

const RULES: Readonly<Record<Purse, Rules>> = {
  payoutEscrow: {
    posted: 'EscrowPosted',
    accounts: /^(ledger|dust|loss|float|fee-payable|(deposit|run|unclaimed|suspense)\/.+)$/,
    own: 'float',
  },
  feeWallet: {
    posted: 'FeesPosted',
    accounts: /^(ledger|dust|loss|fees|fees-received|(fee|run|unclaimed|suspense)\/.+)$/,
    own: 'fees',
  },
};

/** The account of these books with the platform's own money. */
export const ownAccount = ({ purse }: Pick<EscrowState, 'purse'>): EscrowAccount => RULES[purse].own;

export interface EscrowState {
  /** Whose books these are. */
  purse: Purse;
  /** Accounts with a balance, in the order in which they received money. */
  balances: ReadonlyMap<string, Exact>;
  /**
   * By hash, the accounts of arrivals that were booked by their mark and whose payment may still turn up: a phone may
   * send a requested transaction itself before the platform knows the signature.
   */
  byMark: ReadonlyMap<string, EscrowAccount>;
  /** Senders of money in suspense, as a worker saw them on the ledger, by the arrival's hash. */
  senders: ReadonlyMap<string, string>;
  /** The source tags of those senders, where they set one. */
  tags: ReadonlyMap<string, number>;
  /** The last ledger whose arrivals are booked. */
  followedTo: number;
  /** Postings by payments for ledgers that the arrivals follower has not reached yet: ledger index by hash. */
  bookedAhead: ReadonlyMap<string, number>;
}

export const emptyEscrow: EscrowState = {
  purse: 'payoutEscrow',
  balances: new Map(),
  byMark: new Map(),
  senders: new Map(),
  tags: new Map(),
  followedTo: 0,
  bookedAhead: new Map(),
};

/** The fee wallet's books before the first event. */
export const emptyFees: EscrowState = { ...emptyEscrow, purse: 'feeWallet' };

/** An account's balance; 0 if it was never used. */
export const balanceOf = (state: EscrowState, account: EscrowAccount): Exact => state.balances.get(account) ?? 0n;

/** A landlord's deposit for due installments of a property. */
export const depositOf = (state: EscrowState, propertyId: number): Micro =>
  microOf(balanceOf(state, `deposit/${propertyId}`));

/**
 * RLUSD clawed back by the issuer that the platform's own money does not cover, so that other people's money is
 * missing.
 */
export function uncoveredLoss(state: EscrowState): Micro {
  const missing = -balanceOf(state, 'loss') - balanceOf(state, ownAccount(state));
  return missing > 0n ? microOf(missing) : 0n;
}

export interface Posting {
  /**
   * Describes what happened. The caller makes sure, with the stream in the same commit, that it is posted only once.
   */
  postingId: string;
  kind: EscrowPostingKind;
  entries: readonly { account: EscrowAccount; amount: Exact }[];
  hash?: string;
  ledgerIndex?: number;
  note?: string;
}

/**
 * @throws Refused if an account would fall below zero; Error if the entries do not sum to zero, or an account is not
 * one of these books
 */
export function post(posting: Posting, state: EscrowState): AnyPosted {
  const { postingId, kind, entries, hash = null, ledgerIndex = null, note = null } = posting;
  if (entries.reduce((sum, { amount }) => sum + amount, 0n) !== 0n)
    throw new Error(`The entries of ${postingId} do not sum to zero`);
  const { posted, accounts } = RULES[state.purse];
  for (const [account, amount] of netOf(entries)) {
    if (!accounts.test(account)) throw new Error(`${account} is not an account of ${state.purse}`);
    const left = balanceOf(state, account) + amount;
    if (left < 0n && amount < 0n && !mayFallBelowZero(account))
      throw new Refused('conflict', `${account} does not hold ${exactText(-amount)} RLUSD`, {
        account,
        balance: toDecimal(microOf(balanceOf(state, account))),
      });
  }
  const written = entries.filter(({ amount }) => amount !== 0n);
  return {
    type: posted,
    data: {
      postingId,
      kind,
      entries: written.map(({ account, amount }) => ({ account, amount: exactText(amount) })),
      hash,
      ledgerIndex,
      note,
    },
  };
}

const mayFallBelowZero = (account: EscrowAccount) =>
  account === 'ledger' || account === 'loss' || account === 'fees-received';

function netOf(entries: Posting['entries']): Map<EscrowAccount, Exact> {
  const net = new Map<EscrowAccount, Exact>();
  for (const { account, amount } of entries) net.set(account, (net.get(account) ?? 0n) + amount);
  return net;
}

/**
 * Books RLUSD that reached the escrow: whole micro-units to the given accounts, the rest to `dust`.
 * @param shares the division of the whole micro-units, to which they sum
 */
export function bookArrival(
  arrival: { hash: string; ledgerIndex: number; delivered: string; note: string },
  shares: readonly { account: EscrowAccount; amount: Micro }[],
  state: EscrowState,
): AnyPosted {
  const delivered = parseExactDown(arrival.delivered);
  const entries = shares.map(({ account, amount }) => ({ account, amount: exactOf(amount) }));
  const booked = state.byMark.get(arrival.hash);
  if (booked) return rebook(arrival, booked, entries, state);
  return post(
    {
      postingId: arrivalId(arrival.hash),
      kind: 'arrival',
      entries: [
        { account: 'ledger', amount: -delivered },
        ...entries,
        { account: 'dust', amount: delivered - exactOf(microOf(delivered)) },
      ],
      hash: arrival.hash,
      ledgerIndex: arrival.ledgerIndex,
      note: arrival.note,
    },
    state,
  );
}

/** It is on the books already, by its mark, and is now moved to the account of its payment. */
function rebook(
  { hash, ledgerIndex, note }: { hash: string; ledgerIndex: number; note: string },
  from: EscrowAccount,
  entries: Posting['entries'],
  state: EscrowState,
): AnyPosted {
  const whole = entries.reduce((sum, { amount }) => sum + amount, 0n);
  const all = [{ account: from, amount: -whole }, ...entries];
  return post({ postingId: arrivalId(hash), kind: 'corrected', entries: all, hash, ledgerIndex, note }, state);
}

/**
 * Like `bookArrival`, for an arrival outside the platform's payments.
 * @param mayBePayment whether its sender has payments to the escrow, one of which may turn out to be this
 */
export function bookByMark(
  arrival: { hash: string; ledgerIndex: number; delivered: string; note: string },
  account: EscrowAccount,
  mayBePayment: boolean,
  state: EscrowState,
): AnyPosted {
  const amount = microOf(parseExactDown(arrival.delivered));
  const posted = bookArrival(arrival, [{ account, amount }], state);
  const postingId = mayBePayment ? byMarkId(arrival.hash) : posted.data.postingId;
  return { ...posted, data: { ...posted.data, postingId } };
}

/** Money booked by its mark has been spent, so it can no longer move to the account of its payment. */
export function isSpent(hash: string, amount: Micro, state: EscrowState): boolean {
  const account = state.byMark.get(hash);
  return account !== undefined && balanceOf(state, account) < exactOf(amount);
}

const BY_MARK = 'by-mark/';
const byMarkId = (hash: string) => `${BY_MARK}${hash}`;

/** The account that the entries credit, besides `dust`. */
const destinationOf = ({ entries }: AnyPosted['data']): EscrowAccount | undefined =>
  entries.find(({ account, amount }) => account !== 'dust' && !amount.startsWith('-'))?.account;

function noteByMark(byMark: Map<string, EscrowAccount>, data: AnyPosted['data']): void {
  const { postingId, kind, hash } = data;
  const account = destinationOf(data);
  if (!hash || !account) return;
  const isReleased = kind === 'released' && byMark.has(hash);
  if (postingId === byMarkId(hash) || isReleased) byMark.set(hash, account);
  // Its payment turned up.
  else if (postingId === arrivalId(hash)) byMark.delete(hash);
}

export const arrivalId = (hash: string) => `arrival/${hash}`;

export const evolveEscrow = (state: EscrowState, event: EscrowEvent): EscrowState => evolveAll(state, [event]);

/** Anybody may send small arrivals that stay open, so their map is copied only once for many events. */
function evolveAll(state: EscrowState, events: readonly EscrowEvent[]): EscrowState {
  let { followedTo } = state;
  const balances = new Map(state.balances);
  const byMark = new Map(state.byMark);
  const senders = new Map(state.senders);
  const tags = new Map(state.tags);
  const bookedAhead = new Map(state.bookedAhead);
  for (const { type, data } of events)
    if (type === 'EscrowFollowed' || type === 'FeesFollowed') {
      followedTo = data.toLedger;
      for (const [hash, sender] of Object.entries(data.senders ?? {})) senders.set(hash, sender);
      for (const [hash, tag] of Object.entries(data.tags ?? {})) tags.set(hash, tag);
      for (const [hash, ledger] of bookedAhead) if (ledger <= followedTo) bookedAhead.delete(hash);
    } else {
      for (const { account, amount } of data.entries) {
        const after = (balances.get(account) ?? 0n) + parseExact(amount);
        if (after === 0n) balances.delete(account);
        else balances.set(account, after);
      }
      noteByMark(byMark, data);
      const { postingId, hash, ledgerIndex } = data;
      const isArrival = hash !== null && postingId === arrivalId(hash);
      if (isArrival && ledgerIndex !== null && ledgerIndex > followedTo) bookedAhead.set(hash, ledgerIndex);
    }
  return { ...state, balances, byMark, senders, tags, followedTo, bookedAhead };
}

const foldOf = (stream: string, initialState: EscrowState): Folded<EscrowState, EscrowEvent> => ({
  stream,
  initialState,
  evolve: evolveEscrow,
  evolveAll,
  snapshotVersion: 2,
  hot: true,
});

/** The stream and its fold. */
export const escrowFold = foldOf('escrow-books', emptyEscrow);
export const feesFold = foldOf('fee-books', emptyFees);
/** The books of an account. */
export const booksOf = (purse: Purse): Folded<EscrowState, EscrowEvent> =>
  purse === 'feeWallet' ? feesFold : escrowFold;
