import { describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context } from '#test/event-store/adapter.js';
import { ErasePerson } from '#features/identity/module.public.js';
import { ErasePersonController } from './erase-person.controller.js';
import { ErasureAct, type Erasure } from './erasure.act.js';

const WALLET = 'rPerson';
const PROPOSED = { proposalId: 'p1' };
const session = { id: 's', wallet: 'rAdmin' } as never;

/** @param hasAsked whether the person asked for it */
async function desk(hasAsked: boolean, fourEyes = true) {
  const store = new MemoryEventStore();
  if (hasAsked)
    await store.append(
      `identity-${WALLET}`,
      'any',
      [{ type: 'ErasureRequested', data: { wallet: WALLET } }],
      context(),
    );
  const done: unknown[] = [];
  const commands = { execute: async (command: unknown) => (done.push(command), '1') };
  const act = new ErasureAct(store, { mustBeKnown: async () => undefined } as never, commands as never);
  const proposals: { kind: string; request: Erasure }[] = [];
  const twoPeople = {
    propose: async (kind: string, { request }: { request: Erasure }) =>
      fourEyes ? (proposals.push({ kind, request }), PROPOSED) : null,
  };
  const controller = new ErasePersonController(
    commands as never,
    { execute: async () => [{ wallet: WALLET }] } as never,
    { waitFor: async () => true } as never,
    act,
    twoPeople as never,
  );
  let status = 0;
  const response = { status: (code: number) => void (status = code) } as never;
  const erase = async (confirm = WALLET) => {
    const answer = await controller.erase(session, WALLET, { confirm }, response);
    return { status, answer };
  };
  return { erase, done, proposals, act };
}

describe('an erasure by one admin', () => {
  it('is only proposed where the person has not asked for it', async () => {
    const { erase, done, proposals } = await desk(false);
    expect(await erase()).toEqual({ status: 202, answer: PROPOSED });
    expect([done, proposals]).toEqual([[], [{ kind: 'erasure', request: { wallet: WALLET, discardUnseen: false } }]]);
  });
  it('is carried out where the person has', async () => {
    const { erase, done, proposals } = await desk(true);
    expect(await erase()).toEqual({ status: 200, answer: { wallet: WALLET } });
    expect([done, proposals]).toEqual([[new ErasePerson(session, WALLET)], []]);
  });
  it('is refused where the wallet is typed wrongly', async () => {
    const { erase, done } = await desk(true);
    await expect(erase('rAnother')).rejects.toMatchObject({ reason: 'invalid' });
    expect(done).toEqual([]);
  });
});

it('an approved erasure is one command of its proposer, whose key a repeat after a crash has too', async () => {
  const { act, done } = await desk(false);
  await act.carryOut({ wallet: WALLET, discardUnseen: true }, session, 'proposal/p1');
  expect(done).toEqual([new ErasePerson(session, WALLET, true, 'proposal/p1')]);
});
