/**
 * The books of the payout escrow, double entry: every posting sums to zero, and `ledger` is minus what the escrow holds
 * on the ledger. Accounts stand at zero or above, but for the contra account and `loss`.
 */
import type { EscrowAccount, EscrowEvent, EscrowPosted, EscrowPostingKind } from '@tknest/contracts/events';
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
import { Refused } from '../../../platform/domain/refused.js';
import type { Folded } from '../../../platform/event-store/folding.js';

export interface EscrowState {
  /** Accounts that are not at zero, in the order in which money came to them. */
  balances: ReadonlyMap<string, Exact>;
  /** The last ledger whose arrivals are booked. */
  followedTo: number;
}

export const emptyEscrow: EscrowState = { balances: new Map(), followedTo: 0 };

/** What an account holds; 0 where it was never used. */
export const balanceOf = (state: EscrowState, account: EscrowAccount): Exact => state.balances.get(account) ?? 0n;

/** A landlord's money that waits for what falls due on a property. */
export const depositOf = (state: EscrowState, propertyId: number): Micro =>
  microOf(balanceOf(state, `deposit/${propertyId}`));

export interface Posting {
  /** Names what happened: whoever posts it says by the stream that moves with it that it is posted once. */
  postingId: string;
  kind: EscrowPostingKind;
  entries: readonly { account: EscrowAccount; amount: Exact }[];
  hash?: string;
  ledgerIndex?: number;
  note?: string;
}

/** @throws Refused where an account would fall below zero; Error where the entries do not sum to zero */
export function post(posting: Posting, state: EscrowState): EscrowPosted {
  const { postingId, kind, entries, hash = null, ledgerIndex = null, note = null } = posting;
  if (entries.reduce((sum, { amount }) => sum + amount, 0n) !== 0n)
    throw new Error(`The entries of ${postingId} do not sum to zero`);
  for (const [account, amount] of netOf(entries)) {
    const left = balanceOf(state, account) + amount;
    if (left < 0n && amount < 0n && !mayFallBelowZero(account))
      throw new Refused('conflict', `${account} does not hold ${exactText(-amount)} RLUSD`, {
        account,
        balance: toDecimal(microOf(balanceOf(state, account))),
      });
  }
  const written = entries.filter(({ amount }) => amount !== 0n);
  return {
    type: 'EscrowPosted',
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

const mayFallBelowZero = (account: EscrowAccount) => account === 'ledger' || account === 'loss';

function netOf(entries: Posting['entries']): Map<EscrowAccount, Exact> {
  const net = new Map<EscrowAccount, Exact>();
  for (const { account, amount } of entries) net.set(account, (net.get(account) ?? 0n) + amount);
  return net;
}

/**
 * RLUSD came to the escrow. Whole micro-units go to the accounts named, what is finer to `dust`.
 * @param shares how the whole micro-units of it are divided; they sum to them
 */
export function bookArrival(
  arrival: { hash: string; ledgerIndex: number; delivered: string; note: string },
  shares: readonly { account: EscrowAccount; amount: Micro }[],
  state: EscrowState,
): EscrowPosted {
  const delivered = parseExactDown(arrival.delivered);
  const entries = shares.map(({ account, amount }) => ({ account, amount: exactOf(amount) }));
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

export const arrivalId = (hash: string) => `arrival/${hash}`;

export function evolveEscrow(state: EscrowState, event: EscrowEvent): EscrowState {
  if (event.type === 'EscrowFollowed') return { ...state, followedTo: event.data.toLedger };
  const balances = new Map(state.balances);
  for (const { account, amount } of event.data.entries) {
    const after = (balances.get(account) ?? 0n) + parseExact(amount);
    if (after === 0n) balances.delete(account);
    else balances.set(account, after);
  }
  return { ...state, balances };
}

/** The stream and how it folds. */
export const escrowFold: Folded<EscrowState, EscrowEvent> = {
  stream: 'escrow-books',
  initialState: emptyEscrow,
  evolve: evolveEscrow,
  snapshotVersion: 2,
  hot: true,
};
