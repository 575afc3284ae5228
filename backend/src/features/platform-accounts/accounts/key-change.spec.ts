import { beforeEach, describe, expect, it } from '@jest/globals';
import type { PlatformAccountEvent } from '@tknest/contracts/events';
import { AccountSetAsfFlags } from 'xrpl';
import { ringOf } from '#test/support/key-ring.js';
import { Refused } from '#platform/domain/refused.js';
import { evolveAccount, noAccount, type AccountState } from '#platform/ledger/accounts/account.state.js';
import { ACCOUNT_FLAG } from '#platform/ledger/ledger-port.js';
import { askMacs, genuine, type Answered, type KeyAsked } from '#platform/vault/regular-key.js';
import { KeyChange } from './key-change.js';

const MADE: PlatformAccountEvent = {
  type: 'PlatformAccountMade',
  data: { name: 'issuer', address: 'rIssuer', seedItem: 'master' },
};
const ASSIGNED: PlatformAccountEvent = {
  type: 'TicketAssigned',
  data: { name: 'issuer', ticket: 7, purpose: 'purchase/p1/issuance' },
};
const NOW = new Date('2026-05-01T12:00:00Z');

describe('how an account gets another key', () => {
  let state: AccountState;
  let onLedger: { flags: number; regularKey: string | null };
  let index: number;
  let isSubmitted: boolean;
  let change: KeyChange;
  let ask: (asked: KeyAsked) => Promise<Answered>;
  beforeEach(() => {
    state = [
      MADE,
      { type: 'TicketsCreated', data: { name: 'issuer', tickets: [7], hash: 'h' } } as PlatformAccountEvent,
    ]
      .concat(ASSIGNED)
      .reduce(evolveAccount, noAccount);
    [onLedger, index, isSubmitted] = [{ flags: 0, regularKey: null }, 100, true];
    const record = {
      state: async () => state,
      change: async (decide: (now: AccountState) => PlatformAccountEvent[]) =>
        (state = decide(state).reduce(evolveAccount, state)),
    };
    let keys = 0;
    const accounts = {
      record: () => record,
      newKey: async () => ({ address: `rKey${++keys}`, seedItem: `item-${keys}` }),
    };
    const ledger = {
      account: async () => ({ address: 'rIssuer', ...onLedger }),
      validatedIndex: async () => index,
      lifetime: () => 20,
    };
    const requests = { carryOut: (_: string, work: typeof ask) => (ask = work) };
    change = new KeyChange(
      accounts as never,
      accounts as never,
      ledger as never,
      { now: () => NOW } as never,
      ringOf(1),
      requests as never,
    );
  });

  /** The next transaction to sign, if any; events are recorded. */
  const step = async () => {
    const next = await change.next('issuer', { ...state, address: 'rIssuer' }, async () => ({
      is: 'open',
      isSubmitted,
    }));
    if (next?.do === 'record') state = next.facts(state).reduce(evolveAccount, state);
    return next?.do === 'sign' ? next.row : (next?.do ?? null);
  };
  const asked = (what: KeyAsked['step'], { at = NOW.toISOString(), ring = ringOf(1) } = {}): KeyAsked => ({
    name: 'issuer',
    step: what,
    at,
    mac: askMacs(ring).of('issuer', what, at).toString('hex'),
  });

  it('is made, waits for what is on its way, is set, signs, and then the master key is switched off', async () => {
    expect(await step()).toBeNull();
    expect(await ask(asked('make'))).toMatchObject({ change: { address: 'rKey1', step: 'made' }, regularKey: null });
    // The new key is in the vault, and nothing else has changed.
    expect(await step()).toBeNull();
    expect(await ask(asked('begin'))).toMatchObject({ change: { step: 'begun' } });
    expect(await step()).toBe('wait');
    isSubmitted = false;
    expect(await step()).toEqual([{ TransactionType: 'SetRegularKey', RegularKey: 'rKey1' }]);
    onLedger.regularKey = 'rKey1';
    expect(await step()).toBe('record');
    expect(state.regularKey).toEqual({ address: 'rKey1', seedItem: 'item-1' });
    expect(await step()).toEqual([{ TransactionType: 'AccountSet', SetFlag: AccountSetAsfFlags.asfDisableMaster }]);
    onLedger.flags = ACCOUNT_FLAG.disableMaster;
    expect(await step()).toBe('record');
    expect([state.keyChange, await step()]).toEqual([null, null]);
    expect(await ask(asked('show'))).toEqual({
      mac: expect.any(String),
      address: 'rIssuer',
      regularKey: 'rKey1',
      change: null,
      isMasterDisabled: true,
    });
  });

  it('waits no longer than anything that was signed can live', async () => {
    await ask(asked('make'));
    await ask(asked('begin'));
    index += 20;
    expect(await step()).toBe('wait');
    index += 1;
    expect(await step()).toHaveLength(1);
  });

  it('that the ledger has already signs in a restored log too, which knows it as made and no more', async () => {
    await ask(asked('make'));
    onLedger = { flags: ACCOUNT_FLAG.disableMaster, regularKey: 'rKey1' };
    expect([await step(), await step(), await step()]).toEqual(['record', 'record', 'record']);
    expect([state.regularKey, state.keyChange]).toEqual([{ address: 'rKey1', seedItem: 'item-1' }, null]);
  });

  it('is not begun without a new key, nor is one made while a change is under way', async () => {
    await expect(ask(asked('begin'))).rejects.toThrow(Refused);
    await ask(asked('make'));
    await ask(asked('begin'));
    await expect(ask(asked('make'))).rejects.toThrow(/being changed already/);
    // Requested twice, it is one change.
    expect(await ask(asked('begin'))).toMatchObject({ change: { address: 'rKey1', step: 'begun' } });
  });

  it('asked for again it is the same key: the one that was backed up is the one that is set', async () => {
    await ask(asked('make'));
    // Somebody who copied the request sends it again within its minute.
    expect(await ask(asked('make'))).toMatchObject({ change: { address: 'rKey1', step: 'made' } });
    expect(await ask(asked('begin'))).toMatchObject({ change: { address: 'rKey1', step: 'begun' } });
  });

  it('is answered so that nobody else can answer: whoever writes the table tells no other key', async () => {
    const question = asked('make');
    const answer = await ask(question);
    expect(genuine(ringOf(1), question, answer)).toMatchObject({ change: { address: 'rKey1' } });
    const forged = { ...answer, change: { address: 'rMallory', step: 'made' as const } };
    for (const other of [forged, { ...answer, mac: '' }, { ...forged, mac: undefined as never }])
      expect(() => genuine(ringOf(1), question, other)).toThrow(/not by a worker/);
    // An answer to another request is not accepted for this one.
    expect(() => genuine(ringOf(1), asked('show'), answer)).toThrow(/not by a worker/);
  });

  it.each([
    ['by somebody who lacks the workers’ keys', () => asked('make', { ring: ringOf(2) })],
    ['with a MAC of another step', () => ({ ...asked('show'), step: 'make' as const })],
    ['for another account', () => ({ ...asked('make'), name: 'payoutEscrow' })],
    ['again, by somebody who has copied it', () => asked('make', { at: '2026-05-01T11:58:00Z' })],
    ['without a MAC', () => ({ ...asked('make'), mac: '' })],
  ])('is refused where it is asked for %s', async (_, forged) => {
    await expect(ask(forged())).rejects.toThrow(/not made by somebody who has the workers’ keys/);
    expect(state.keyChange).toBeNull();
  });
});
