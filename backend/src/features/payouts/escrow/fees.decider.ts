/** The fee wallet's books: which fees are the platform's revenue, and which may still be owed back. Pure. */
import type { EscrowAccount } from '@tknest/contracts/events';
import { exactOf, formatRlusd, microOf, parseExactDown, type Exact, type Micro } from '@tknest/contracts/money';
import { Refused } from '#platform/domain/refused.js';
import { balanceOf, post, type AnyPosted, type EscrowState } from './escrow.decider.js';

/** A fee that is not the platform's for good yet. */
export interface PendingFee {
  account: EscrowAccount;
  paymentId: string;
  hash: string;
  amount: Exact;
}

const FEE = /^fee\/([^/]+)\/(.+)$/;

/** Fees that may still be owed back, in the order in which they arrived. */
export const pendingFees = ({ balances }: EscrowState): PendingFee[] =>
  [...balances].flatMap(([account, amount]) => {
    const [, paymentId, hash] = FEE.exec(account) ?? [];
    return paymentId && hash ? [{ account: account as EscrowAccount, paymentId, hash, amount }] : [];
  });

/**
 * Books a fee that reached the fee wallet: whole micro-units to the account, the rest to `dust`.
 * @throws Refused, Error as `post`
 */
export function receiveFee(
  { hash, ledgerIndex, delivered, note }: { hash: string; ledgerIndex: number; delivered: string; note: string },
  account: EscrowAccount,
  state: EscrowState,
): AnyPosted {
  const all = parseExactDown(delivered);
  const whole = exactOf(microOf(all));
  const entries = [
    { account: 'fees-received' as const, amount: -all },
    { account, amount: whole },
    { account: 'dust' as const, amount: all - whole },
  ];
  return post({ postingId: `fee-received/${hash}`, kind: 'fee-received', entries, hash, ledgerIndex, note }, state);
}

/** What a payment's own stream says about its fees. */
export interface FeesOfPayment {
  /** Every fee that it knows, by hash. */
  paid: readonly string[];
  /** Those that the platform keeps for good. */
  earned: readonly string[];
  sentBack: readonly { fee: string; hash: string }[];
}

/**
 * Postings for pending fees of one payment: what was sent back leaves, and what is earned becomes revenue. Nothing is
 * earned while the payment does not know one of its fees yet, because that one may be the fee, and another owed back.
 * @param pending those of this payment
 */
export function settleFees(pending: readonly PendingFee[], of: FeesOfPayment, state: EscrowState): AnyPosted[] {
  const knowsAll = pending.every(({ hash }) => of.paid.includes(hash));
  return pending.flatMap(({ account, hash, amount }) => {
    const sent = of.sentBack.find(({ fee }) => fee === hash);
    const move = (to: EscrowAccount) => [
      { account, amount: -amount },
      { account: to, amount },
    ];
    if (sent)
      return [
        post(
          {
            postingId: `fee-sent-back/${sent.hash}`,
            kind: 'fee-sent-back',
            entries: move('fees-received'),
            hash: sent.hash,
          },
          state,
        ),
      ];
    if (!knowsAll || !of.earned.includes(hash)) return [];
    return [post({ postingId: `fee-earned/${hash}`, kind: 'fee-earned', entries: move('fees') }, state)];
  });
}

/** What of the fee wallet's money can be withdrawn, and what the rest is, in micro-RLUSD. */
export interface Withdrawable {
  /** What the books say that the fee wallet holds. */
  booked: Micro;
  withdrawable: Micro;
  /** Fees that may still be owed back to their payers. */
  mayBeOwedBack: Micro;
  /** Money that is no fee, for an unknown purpose. */
  suspense: Micro;
  /** On its way out: withdrawals and returns. */
  underWay: Micro;
  /** Clawed back by the issuer of RLUSD: revenue has to cover it. */
  loss: Micro;
}

export function withdrawable(state: EscrowState): Withdrawable {
  const sumOf = (prefix: string) =>
    [...state.balances].reduce((sum, [account, amount]) => (account.startsWith(prefix) ? sum + amount : sum), 0n);
  const [revenue, loss] = [balanceOf(state, 'fees'), -balanceOf(state, 'loss')];
  const free = revenue - loss;
  return {
    booked: microOf(-balanceOf(state, 'ledger') - balanceOf(state, 'fees-received')),
    withdrawable: free > 0n ? microOf(free) : 0n,
    mayBeOwedBack: microOf(sumOf('fee/')),
    suspense: microOf(sumOf('suspense/')),
    underWay: microOf(sumOf('run/') + sumOf('unclaimed/')),
    loss: microOf(loss),
  };
}

/** @throws Refused if less can be withdrawn */
export function mustBeWithdrawable(amount: Micro, state: EscrowState): void {
  const { withdrawable: free } = withdrawable(state);
  if (amount > free)
    throw new Refused('conflict', `${formatRlusd(free)} RLUSD can be withdrawn now. Nothing was paid.`);
}

/**
 * What others may still ask of the fee wallet, in micro-RLUSD. It must be left on the ledger, whatever a restored log
 * takes for revenue.
 */
export function notRevenue(state: EscrowState): Micro {
  const { mayBeOwedBack, suspense } = withdrawable(state);
  return mayBeOwedBack + suspense;
}
