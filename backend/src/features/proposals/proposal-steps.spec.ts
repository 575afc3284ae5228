import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ProposalEvent } from '@tknest/contracts/events';
import type { Wallet } from 'xrpl';
import { Refused } from '#platform/domain/refused.js';
import { CommandReused } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context } from '#test/event-store/adapter.js';
import { LedgerUnavailable } from '#platform/ledger/ledger-port.js';
import { commandOf } from '#platform/sessions/causation.js';
import { sessionHandle } from '#platform/telemetry/security-log.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { Approvals } from './approvals.js';
import { DailyCaps } from './daily-caps.js';
import { dayFold } from './daily-caps.decider.js';
import { proposalFold, proposalStream, type Proposal } from './proposal.decider.js';
import { ProposalKinds, type ProposedAct } from './proposal-kinds.js';
import { ProposalSteps } from './proposal-steps.js';
import { KeyAuthority } from '#platform/ledger/key-authority.js';
import { Signatures } from './signatures.js';
import { MADE, ONE as one, OUTSIDER as outsider, PAYS, TWO as two } from '#test/support/proposed-payout.js';
import { signedProposal } from '#test/support/signed-proposal.js';
import { PROPOSAL_MEMO } from './what-is-signed.js';

const NOW = new Date('2027-01-04T12:00:00Z');

const signed = (does: 'propose' | 'approve', by: Wallet, as = by, made = MADE, type = PROPOSAL_MEMO): string =>
  signedProposal(does, made, by, { as, type });

let store: MemoryEventStore;
let done: { request: unknown; by: string; key: string }[];
let act: () => Promise<void>;
let areOne: boolean;
let regularKey: string | null;
/** The people with wallets among those that it pays. */
let paid: string[];
let mayFrom: Date | null;
let endedBy: ProposedAct['isEndedBy'];
let steps: ProposalSteps;

beforeEach(() => {
  store = new MemoryEventStore();
  [done, areOne, act] = [[], false, async () => undefined];
  [regularKey, endedBy] = [null, undefined];
  [paid, mayFrom] = [[], null];
  const ledger = { account: async () => regularKey && { flags: 0, regularKey } } as never;
  const none = {} as never;
  const clock = { now: () => NOW } as never;
  const kinds = new ProposalKinds();
  kinds.register({
    ...PAYS,
    get isEndedBy() {
      return endedBy;
    },
    moves: ({ amount }: { amount: string }) => ({ rlusd: BigInt(amount) * 1_000_000n, tokens: 0n }),
    carryOut: async (request, { wallet }, key) => {
      await act();
      done.push({ request, by: wallet, key });
    },
  });
  const isAmong = async (wallet: string) => paid.includes(wallet);
  const persons = {
    isAdmin: (wallet: string) => wallet !== outsider.classicAddress,
    areOne: async () => areOne,
    isAmong,
    approver: async (by: string) => ({ benefits: await isAmong(by), mayFrom }),
  };
  const causation = { contextOf: async () => context() } as never;
  const caps = new DailyCaps({ dailyCaps: { rlusd: 8_000_000n, tokens: 0n } }, clock, new Recorder(store, causation));
  const turns = { alone: (_: string, work: () => Promise<unknown>) => work() };
  const signatures = new Signatures(none, new KeyAuthority(new Map(), () => [ledger]), none, clock, none, none);
  steps = new ProposalSteps(
    store,
    clock,
    kinds,
    persons as never,
    signatures,
    new Approvals(store, kinds, persons as never, signatures),
    new Recorder(store, {
      contextOf: async () => context(),
    }),
    turns as never,
    caps,
  );
});

/** The proposal in the log, genuine or not. */
async function inTheLog(first: string, second: string, by = two.classicAddress, made = MADE): Promise<void> {
  const { proposalId } = made;
  const events: ProposalEvent[] = [
    { type: 'ProposalMade', data: made },
    { type: 'ProposalSigned', data: { proposalId, signature: first } },
    { type: 'ProposalApproved', data: { proposalId, by, signature: second } },
  ];
  await store.append(proposalStream(proposalId), 'none', events, context());
}
const problem = async () => (await load(store, proposalFold('p1'))).state.carriedOut?.problem;

describe('what an approved proposal is carried out on', () => {
  it('is the signatures of two people, in the name of its proposer, once', async () => {
    await inTheLog(signed('propose', one), signed('approve', two));
    expect(await steps.advance('p1')).toBeNull();
    await steps.advance('p1');
    expect(done).toEqual([{ request: MADE.request, by: one.classicAddress, key: 'proposal/p1' }]);
    expect(await problem()).toBeNull();
  });

  it.each<[string, () => Promise<void>]>([
    ['no signature of the approver', () => inTheLog(signed('propose', one), '')],
    [
      'the proposer’s own signature as the approval',
      () => inTheLog(signed('propose', one), signed('approve', one, two)),
    ],
    ['a signature of a proposal as an approval', () => inTheLog(signed('propose', one), signed('propose', two))],
    [
      'an approval of another amount',
      () => inTheLog(signed('propose', one), signed('approve', two, two, { ...MADE, request: { amount: '6' } })),
    ],
    [
      'what its approver signed as a sign-in',
      () => inTheLog(signed('propose', one), signed('approve', two, two, MADE, 'login')),
    ],
    [
      'two wallets with one key',
      () => {
        regularKey = one.classicAddress;
        return inTheLog(signed('propose', one), signed('approve', one, two));
      },
    ],
    ['no signature of the proposer', () => inTheLog('', signed('approve', two))],
    [
      'an approver who is no admin',
      () => inTheLog(signed('propose', one), signed('approve', outsider), outsider.classicAddress),
    ],
    [
      'two wallets of one person',
      async () => {
        areOne = true;
        await inTheLog(signed('propose', one), signed('approve', two));
      },
    ],
    [
      'what pays its approver by now',
      async () => {
        paid = [two.classicAddress];
        await inTheLog(signed('propose', one), signed('approve', two));
      },
    ],
    [
      'what pays its proposer by now',
      async () => {
        paid = [one.classicAddress];
        await inTheLog(signed('propose', one), signed('approve', two));
      },
    ],
    [
      'an approval of somebody who is new among the admins',
      async () => {
        mayFrom = new Date('2027-01-05T12:00:00Z');
        await inTheLog(signed('propose', one), signed('approve', two));
      },
    ],
    [
      'an approval that came after it had expired',
      () => {
        const over = { ...MADE, expiresAt: '2020-01-01T00:00:00.000Z' };
        return inTheLog(signed('propose', one, one, over), signed('approve', two, two, over), undefined, over);
      },
    ],
  ])('is not %s, whoever wrote that into the log', async (_, written) => {
    await written();
    await steps.advance('p1');
    expect(done).toEqual([]);
    expect(await problem()).toEqual(expect.any(String));
  });

  it('is done where its command stands in the log, whatever has changed since the program was killed', async () => {
    await inTheLog(signed('propose', one), signed('approve', two));
    const { metadata } = context();
    const commandId = commandOf(one.classicAddress, 'proposal/p1');
    const event = { type: 'PayoutRunCreated', data: {} } as never;
    const session = sessionHandle('proposal/p1');
    await store.append('payout-1', 'none', [event], { metadata: { ...metadata, commandId, session } });
    areOne = true;
    await steps.advance('p1');
    expect([done, await problem()]).toEqual([[], null]);
  });

  it('is not done by another command that its proposer gave the same key', async () => {
    await inTheLog(signed('propose', one), signed('approve', two));
    const { metadata } = context();
    const commandId = commandOf(one.classicAddress, 'proposal/p1');
    const event = { type: 'WalletSuspended', data: {} } as never;
    const session = sessionHandle('0123456789abcdef0123456789abcdef');
    await store.append('controls-1', 'none', [event], { metadata: { ...metadata, commandId, session } });
    expect(await steps.wasDone((await load(store, proposalFold('p1'))).state as Proposal)).toBe(false);
    act = async () => Promise.reject(new CommandReused(commandId));
    await steps.advance('p1');
    expect(await problem()).toMatch(commandId);
  });

  it('is not done by an event that a web process wrote under its command', async () => {
    await inTheLog(signed('propose', one), signed('approve', two));
    const { metadata } = context();
    const commandId = commandOf(one.classicAddress, 'proposal/p1');
    const event = { type: 'WalletSuspended', data: {} } as never;
    const session = sessionHandle('proposal/p1');
    await store.append('controls-1', 'none', [event], { metadata: { ...metadata, commandId, session } });
    expect(await steps.wasDone((await load(store, proposalFold('p1'))).state as Proposal)).toBe(false);
    await steps.advance('p1');
    expect(await problem()).toMatch('was used for something else');
    expect([...(await load(store, dayFold('2027-01-04'))).state.keys()]).toEqual([]);
  });

  it.each([
    ['done', { of: 'this' }, 'CaseResolved'],
    ['not done', { of: 'another' }, 'CaseResolved'],
    ['not done', { of: 'this' }, 'PayoutRunCreated'],
  ])('is %s by what the kind of act is ended by: %p, %s', async (is, data, type) => {
    endedBy = ({ recipient }, event) => event.type === 'CaseResolved' && event.data.of === 'this' && !!recipient;
    await inTheLog(signed('propose', one), signed('approve', two));
    const { metadata } = context();
    const commandId = commandOf(one.classicAddress, 'proposal/p1');
    const session = sessionHandle('proposal/p1');
    const written = { metadata: { ...metadata, commandId, session } };
    await store.append('case-1', 'none', [{ type, data } as never], written);
    await steps.advance('p1');
    expect(await problem()).toEqual(is === 'done' ? null : expect.any(String));
  });

  it('is no more in a day than its cap, and what could not be done takes no room', async () => {
    const used = async () => [...(await load(store, dayFold('2027-01-04'))).state.keys()];
    const approved = (proposalId: string) => {
      const made = { ...MADE, proposalId };
      return inTheLog(signed('propose', one, one, made), signed('approve', two, two, made), undefined, made);
    };
    const problemOf = async (id: string) => (await load(store, proposalFold(id))).state.carriedOut?.problem;
    await approved('p1');
    act = async () => Promise.reject(new LedgerUnavailable('away'));
    await expect(steps.advance('p1')).rejects.toThrow(LedgerUnavailable);
    expect(await used()).toEqual(['p1']);
    act = async () => Promise.reject(new Refused('conflict', 'The float holds less'));
    await steps.advance('p1');
    expect([await used(), await problemOf('p1')]).toEqual([[], 'The float holds less']);
    act = async () => undefined;
    await approved('p2');
    await steps.advance('p2');
    await approved('p3');
    await steps.advance('p3');
    expect(await problemOf('p3')).toMatch(/^Proposals pay out at most 8(\.00)? RLUSD a day/);
    expect([await used(), done.length]).toEqual([['p2'], 1]);
  });

  it('is never less than nothing, which would make room for another', async () => {
    const made = { ...MADE, request: { recipient: 'rPayee', amount: '-5' }, summary: 'Pay -5 RLUSD to rPayee.' };
    await inTheLog(signed('propose', one, one, made), signed('approve', two, two, made), two.classicAddress, made);
    await steps.advance('p1');
    expect([done, await problem()]).toEqual([[], 'Amounts must be positive']);
  });

  it('is nothing where it was stopped while the ledger was away', async () => {
    await inTheLog(signed('propose', one), signed('approve', two));
    act = async () => Promise.reject(new LedgerUnavailable('away'));
    await expect(steps.advance('p1')).rejects.toThrow(LedgerUnavailable);
    act = async () => undefined;
    const stopped: ProposalEvent = { type: 'ProposalRefused', data: { proposalId: 'p1', by: 'rTwo', reasonItem: 'i' } };
    await store.append(proposalStream('p1'), 'any', [stopped], context());
    expect(await steps.advance('p1')).toBeNull();
    expect([done, await problem()]).toEqual([[], undefined]);
  });

  it('is said where it cannot be done any more, and tried again where the ledger is away', async () => {
    await inTheLog(signed('propose', one), signed('approve', two));
    act = async () => Promise.reject(new LedgerUnavailable('away'));
    await expect(steps.advance('p1')).rejects.toThrow(LedgerUnavailable);
    act = async () => Promise.reject(new Refused('conflict', 'The float holds less'));
    await steps.advance('p1');
    expect([done, await problem()]).toEqual([[], 'The float holds less']);
  });
});
