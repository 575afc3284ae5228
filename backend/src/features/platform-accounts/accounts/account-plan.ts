/** What a platform account still lacks, according to a validated ledger. Pure. */
import type { PlatformAccountName } from '@tknest/contracts/events';
import { CURRENCY, PAYMENT } from '@tknest/contracts/rules';
import { ticketsToCreate, type TicketPolicy } from '#platform/ledger/accounts/ticket-refill.js';
import type { AccountFacts, Reserves } from '#platform/ledger/ledger-port.js';
import { AccountSetAsfFlags } from 'xrpl';

/**
 * The flags that the issuer needs, in the order that the ledger requires. Clawback needs an empty owner directory. The
 * global freeze closes the ledger's own exchange, checks, NFT sales and pools to the token, so that nothing moves past
 * the register; issuing, authorizing, clawback and tickets still work.
 */
export const ISSUER_FLAGS: readonly { step: string; flag: AccountSetAsfFlags; ledgerFlag: number }[] = [
  { step: 'clawback', flag: AccountSetAsfFlags.asfAllowTrustLineClawback, ledgerFlag: 0x80000000 },
  { step: 'require-auth', flag: AccountSetAsfFlags.asfRequireAuth, ledgerFlag: 0x00040000 },
  { step: 'deposit-auth', flag: AccountSetAsfFlags.asfDepositAuth, ledgerFlag: 0x01000000 },
  { step: 'global-freeze', flag: AccountSetAsfFlags.asfGlobalFreeze, ledgerFlag: 0x00400000 },
];

export const TICKETS: Record<PlatformAccountName, TicketPolicy> = {
  issuer: { low: 100, full: 240 },
  /** Refunds fees, one at a time. */
  feeWallet: { low: 2, full: 5 },
  /** Windows of payout runs take at most 200 at a time. */
  payoutEscrow: { low: 100, full: 240 },
};

const TF_SET_NO_RIPPLE = 0x00020000;

type Transaction = Record<string, unknown>;

/**
 * The host that the ledger names as an account's owner, as hexadecimal text: there a wallet finds
 * `/.well-known/xrp-ledger.toml` (XLS-26), which names the account in turn.
 */
export const domainOf = (publicUrl: string): string =>
  Buffer.from(new URL(publicUrl).host).toString('hex').toUpperCase();

/**
 * Transactions that complete the account's setup, in the order to send them; empty if nothing is missing.
 * @param seen the account, whether it has an RLUSD line, and how many of its tickets are free according to the log
 * @param wanted RLUSD's issuer, and the host that the account names (`domainOf`)
 */
export function missingTransactions(
  name: PlatformAccountName,
  seen: { account: AccountFacts; hasRlusdLine: boolean; freeTickets: number },
  reserves: Reserves,
  { rlusdIssuer, domain }: { rlusdIssuer: string; domain: string },
): Transaction[] {
  const missing: Transaction[] = [];
  if (name === 'issuer') {
    for (const { flag, ledgerFlag } of ISSUER_FLAGS)
      if ((seen.account.flags & ledgerFlag) === 0) missing.push({ TransactionType: 'AccountSet', SetFlag: flag });
  } else if (!seen.hasRlusdLine) {
    missing.push({
      TransactionType: 'TrustSet',
      LimitAmount: { currency: CURRENCY.rlusd, issuer: rlusdIssuer, value: PAYMENT.tokenLineLimit },
      Flags: TF_SET_NO_RIPPLE,
    });
  }
  if (seen.account.domain?.toUpperCase() !== domain) missing.push({ TransactionType: 'AccountSet', Domain: domain });
  const tickets = ticketsToCreate(seen.freeTickets, seen.account, reserves, TICKETS[name]);
  if (tickets > 0) missing.push({ TransactionType: 'TicketCreate', TicketCount: tickets });
  return missing;
}

/** XRP that the account lacks for its reserves, in drops; 0 if none. A case reports it before anything stops. */
export function shortOfXrp(account: AccountFacts, needed: bigint): bigint {
  return needed > account.balance ? needed - account.balance : 0n;
}
