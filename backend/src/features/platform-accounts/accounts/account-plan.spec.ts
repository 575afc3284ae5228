import { describe, expect, it } from '@jest/globals';
import { AccountSetAsfFlags } from 'xrpl';
import type { AccountFacts } from '#platform/ledger/ledger-port.js';
import { domainOf, ISSUER_FLAGS, missingTransactions, shortOfXrp } from './account-plan.js';

const reserves = { base: 1_000_000n, increment: 200_000n };
const DOMAIN = domainOf('https://tknest.example/');
const wanted = { rlusdIssuer: 'rR', domain: DOMAIN };
const account = (flags = 0, tickets = 0) =>
  ({
    address: 'r',
    balance: 100_000_000n,
    sequence: 5,
    ownerCount: tickets,
    flags,
    regularKey: null,
    domain: DOMAIN,
    tickets,
  }) as AccountFacts;
const missing = (flags: number, free: number, tickets = free) =>
  missingTransactions(
    'issuer',
    { account: account(flags, tickets), hasRlusdLine: true, freeTickets: free },
    reserves,
    wanted,
  );
const flagOf = (...steps: string[]) =>
  ISSUER_FLAGS.filter(({ step }) => steps.includes(step)).reduce((sum, { ledgerFlag }) => sum + ledgerFlag, 0);

describe('the set-up of the issuer', () => {
  it('sets its flags in the order that the ledger demands, then creates tickets', () => {
    expect(missing(0, 0)).toEqual([
      { TransactionType: 'AccountSet', SetFlag: AccountSetAsfFlags.asfAllowTrustLineClawback },
      { TransactionType: 'AccountSet', SetFlag: AccountSetAsfFlags.asfRequireAuth },
      { TransactionType: 'AccountSet', SetFlag: AccountSetAsfFlags.asfDepositAuth },
      { TransactionType: 'AccountSet', SetFlag: AccountSetAsfFlags.asfGlobalFreeze },
      { TransactionType: 'TicketCreate', TicketCount: 240 },
    ]);
  });
  it('freezes an issuer that was set up before the rule, at the next start', () => {
    expect(missing(flagOf('clawback', 'require-auth', 'deposit-auth'), 150)).toEqual([
      { TransactionType: 'AccountSet', SetFlag: AccountSetAsfFlags.asfGlobalFreeze },
    ]);
  });
  it('is complete with all flags and enough tickets', () => {
    expect(missing(flagOf('clawback', 'require-auth', 'deposit-auth', 'global-freeze'), 100)).toEqual([]);
  });
});

it('the fee wallet gets an RLUSD line and a few tickets, for fees that it sends back', () => {
  const seen = { account: account(), hasRlusdLine: false, freeTickets: 0 };
  const planned = missingTransactions('feeWallet', seen, reserves, wanted);
  expect(planned.map(({ TransactionType }) => TransactionType)).toEqual(['TrustSet', 'TicketCreate']);
  expect(missingTransactions('feeWallet', { ...seen, hasRlusdLine: true, freeTickets: 3 }, reserves, wanted)).toEqual(
    [],
  );
});

it('every account names the host of the public address, and names it again once that has changed', () => {
  expect(Buffer.from(DOMAIN, 'hex').toString()).toBe('tknest.example');
  const named = (domain?: string) => {
    const seen = { account: { ...account(), domain }, hasRlusdLine: true, freeTickets: 3 };
    return missingTransactions('feeWallet', seen, reserves, wanted);
  };
  const set = [{ TransactionType: 'AccountSet', Domain: DOMAIN }];
  expect([named(), named(domainOf('https://before.example')), named(DOMAIN.toLowerCase())]).toEqual([set, set, []]);
});

it('what an account lacks of XRP is known before it stops anything', () => {
  expect(shortOfXrp(account(), 99_000_000n)).toBe(0n);
  expect(shortOfXrp(account(), 130_000_000n)).toBe(30_000_000n);
});
