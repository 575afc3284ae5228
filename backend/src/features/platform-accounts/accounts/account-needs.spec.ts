import { expect, it } from '@jest/globals';
import { evolveAccount, noAccount } from '#platform/ledger/accounts/account.state.js';
import { AccountNeeds } from './account-needs.js';
import { domainOf, ISSUER_FLAGS, TICKETS } from './account-plan.js';

const ALL = ISSUER_FLAGS.reduce((flags, { ledgerFlag }) => flags + ledgerFlag, 0);
const standing = async () => ({ is: 'open' as const, isSubmitted: false });

const domain = domainOf('https://tknest.example');

function needs(flags: number, change: object | null = null) {
  const account = {
    address: 'rIssuer',
    balance: 1_000_000_000n,
    sequence: 5,
    ownerCount: 240,
    flags,
    domain,
    tickets: 240,
  };
  const ledger = {
    account: async () => account,
    reserves: async () => ({ base: 1_000_000n, increment: 200_000n }),
  };
  const config = { xrpl: { rlusdIssuer: 'rR' }, publicUrl: 'https://tknest.example' };
  return new AccountNeeds(ledger as never, config as never, { next: async () => change } as never);
}

const state = { ...noAccount, address: 'rIssuer', free: [...Array(TICKETS.issuer.full).keys()] };

it('an account is set up by one row, then says what the ledger shows of it, then needs nothing', async () => {
  expect(await needs(0).next('issuer', state, standing)).toMatchObject({ do: 'sign', row: { length: 4 } });
  const next = await needs(ALL).next('issuer', state, standing);
  if (next.do !== 'record') throw new Error(next.do);
  const after = { ...next.facts(state).reduce(evolveAccount, state), address: state.address };
  expect([...after.steps]).toEqual(ISSUER_FLAGS.map(({ step }) => step));
  expect(await needs(ALL).next('issuer', after, standing)).toEqual({ do: 'rest' });
});

it('while its key changes nothing else of it is signed', async () => {
  expect(await needs(0, { do: 'wait' }).next('issuer', state, standing)).toEqual({ do: 'wait' });
});
