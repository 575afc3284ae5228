import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CaseResolution, ProposalEvent, ProposalMade } from '@tknest/contracts/events';
import { encode, Wallet } from 'xrpl';
import { handleCommand } from '#platform/event-store/decider.js';
import { load } from '#platform/event-store/folding.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { collect, context } from '#test/event-store/adapter.js';
import { commandOf } from '#platform/sessions/causation.js';
import { sessionHandle } from '#platform/telemetry/security-log.js';
import { Approvals, nameOf } from '#features/proposals/approvals.js';
import { proposalStream } from '#features/proposals/proposal.decider.js';
import { ProposalKinds } from '#features/proposals/proposal-kinds.js';
import { KeyAuthority } from '#platform/ledger/key-authority.js';
import { Signatures } from '#features/proposals/signatures.js';
import { signedProposal } from '#test/support/signed-proposal.js';
import { CaseAnswerAct } from './use-cases/resolve-case/case-answer.act.js';
import { CaseAnswersProcess } from './case-answers.process.js';
import {
  caseFold,
  caseIdOf,
  isAccepted,
  openCase,
  resolveCase,
  type CaseState,
  type OpenCase,
} from './case.decider.js';

const [one, two] = [1, 2].map((seed) => Wallet.fromEntropy(new Uint8Array(16).fill(seed))) as [Wallet, Wallet];
const NOTE = 'f7d4cbf5-5d1c-4a46-8a8c-6e9d4f1c1b11';
const strange: OpenCase = { kind: 'unknown-ledger-payment', subject: 'PAID', summary: 'x' };
const CASE = caseIdOf(strange);

let store: MemoryEventStore;
let fourEyes: boolean;
/** Runs while an answer is being verified. */
let meanwhile: () => Promise<unknown>;
let act: CaseAnswerAct;
let process: CaseAnswersProcess;

beforeEach(async () => {
  [store, fourEyes] = [new MemoryEventStore(), true];
  meanwhile = async () => undefined;
  const persons = {
    isAdmin: () => true,
    areOne: async (a: string, b: string) => a === b,
    isAmong: async () => (await meanwhile(), false),
    approver: async () => ({ benefits: false, mayFrom: null }),
  } as never;
  const none = {} as never;
  const ledger = { account: async () => null } as never;
  const signatures = new Signatures(none, new KeyAuthority(new Map(), () => [ledger]), none, none, none, none);
  const config = {
    get fourEyes() {
      return fourEyes;
    },
  };
  const causation = { contextOf: async ({ commandId }: { commandId: string }) => context(commandId) } as never;
  const kinds = new ProposalKinds();
  kinds.register((act = new CaseAnswerAct(store, none, none)));
  process = new CaseAnswersProcess(store, config, new Approvals(store, kinds, persons, signatures), causation);
  await find();
});

const find = () => handleCommand(store, caseFold(CASE), (state) => openCase(strange, state), context());

/** The proposal in the log, genuine or not. */
async function proposal(id: string, request: object, sign = [one, two], signed = signedProposal): Promise<void> {
  const described = await act.describe(request as never).catch(() => ({ summary: 'x', beneficiaries: [] }));
  const made: ProposalMade['data'] = {
    proposalId: id,
    kind: 'case-answer',
    request: request as Record<string, unknown>,
    ...described,
    by: one.classicAddress,
    linkTo: '/',
    expiresAt: '9999-01-01T00:00:00.000Z',
  };
  const [proposer, approver] = sign as [Wallet, Wallet];
  const signature = signed('propose', made, proposer);
  const approval = { by: approver.classicAddress, signature: signed('approve', made, approver) };
  await store.append(
    proposalStream(id),
    'none',
    [
      { type: 'ProposalMade', data: made },
      { type: 'ProposalSigned', data: { proposalId: id, signature } },
      { type: 'ProposalApproved', data: { proposalId: id, ...approval } },
    ],
    context(),
  );
}

/** Its memo has been replaced by another text. */
const withoutMemo: typeof signedProposal = (_, __, { classicAddress: Account, publicKey: SigningPubKey }) =>
  encode({
    Account,
    SigningPubKey,
    Memos: [{ SignerEntry: { Account, SignerWeight: 1 } }],
    TxnSignature: 'AA',
  } as never);

const commandFor = (proposalId: string) => ({
  commandId: commandOf(one.classicAddress, nameOf(proposalId)),
  session: sessionHandle(nameOf(proposalId)),
});

/** An answer that somebody with the key of a web process could write. */
async function answer(resolution: CaseResolution, proposalId?: string): Promise<void> {
  const { metadata } = context();
  const named = proposalId ? { ...metadata, ...commandFor(proposalId) } : metadata;
  const given = { resolution, note: null, noteItem: NOTE };
  await handleCommand(store, caseFold(CASE), (state) => resolveCase(CASE, given, state), { metadata: named });
  await told();
}

/** Handles every answer so far again, as after a crash. */
async function told(): Promise<void> {
  for (const event of await collect(store.read(`case-${CASE}`)))
    if (event.type === 'CaseResolved')
      await process.handle(event, { commandId: (n: number) => `${event.id}/${n}` } as never);
}
const standing = async () => (await load(store, caseFold(CASE))).state;
const types = async () => (await collect(store.read(`case-${CASE}`))).map(({ type }) => type);

const ASKED = { caseId: CASE, resolution: 'no-action', noteItem: NOTE };

describe('an answer that takes two people', () => {
  it('counts once a worker has verified the signatures of both, once', async () => {
    await proposal('p1', ASKED);
    await answer('no-action', 'p1');
    await told();
    expect([isAccepted(await standing()), (await types()).slice(1)]).toEqual([
      true,
      ['CaseResolved', 'CaseAnswerConfirmed'],
    ]);
  });

  it('that somebody wrote into the log does not count, and the case is open again', async () => {
    await answer('no-action');
    expect([(await standing()).status, (await types()).at(-1)]).toEqual(['open', 'CaseAnswerRefused']);
  });

  it.each<[string, () => Promise<void>]>([
    ['another answer', () => proposal('p1', { ...ASKED, resolution: 'refunded' })],
    ['another case', () => proposal('p1', { ...ASKED, caseId: 'unknown-ledger-payment-OTHER' })],
    ['another reason', () => proposal('p1', { ...ASKED, noteItem: 'other' })],
    ['one person', () => proposal('p1', ASKED, [one, one])],
  ])('that names a proposal about %s does not count', async (_, made) => {
    await made();
    await answer('no-action', 'p1');
    expect([(await standing()).status, (await types()).at(-1)]).toEqual(['open', 'CaseAnswerRefused']);
  });

  it.each([
    ['first', 'aaaaaaa1-5d1c-5a46-8a8c-6e9d4f1c1b11', 'aaaaaaa2-5d1c-5a46-8a8c-6e9d4f1c1b11'],
    ['last', 'aaaaaaa2-5d1c-5a46-8a8c-6e9d4f1c1b11', 'aaaaaaa1-5d1c-5a46-8a8c-6e9d4f1c1b11'],
  ])('counts where its id begins as that of a proposal about something else: it was made %s', async (_, its, other) => {
    for (const id of [its, other].sort()) await proposal(id, { ...ASKED, ...(id === other && { caseId: 'another' }) });
    await answer('no-action', its);
    expect([isAccepted(await standing()), (await types()).at(-1)]).toEqual([true, 'CaseAnswerConfirmed']);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['request', () => proposal('p1', null as never)],
    ['signature', () => proposal('p1', ASKED, [one, two], withoutMemo)],
  ])('does not count where nobody can read the %s of its proposal: it is not tried for ever', async (_, made) => {
    await made();
    await answer('no-action', 'p1');
    expect([(await standing()).status, (await types()).at(-1)]).toEqual(['open', 'CaseAnswerRefused']);
  });

  it('does not become one person’s because somebody opened the case as one of another kind', async () => {
    const { data } = (await collect(store.read(`case-${CASE}`)))[0]!;
    const opened = { type: 'CaseOpened', data: { ...data, kind: 'late-principal' } };
    await store.append(`case-${CASE}`, 'any', [opened], context());
    await answer('no-action');
    expect([isAccepted(await standing()), (await types()).at(-1)]).toEqual([false, 'CaseAnswerRefused']);
  });

  it('is confirmed itself, and not another one that the case got while it was looked at', async () => {
    await proposal('p1', ASKED);
    meanwhile = async () => {
      await store.append(`case-${CASE}`, 'any', [(await collect(store.read(`case-${CASE}`)))[0]!], context());
      const forged = { caseId: CASE, resolution: 'no-action', note: null, noteItem: null };
      await store.append(`case-${CASE}`, 'any', [{ type: 'CaseResolved', data: forged }], context());
      meanwhile = async () => undefined;
    };
    await answer('no-action', 'p1');
    expect(isAccepted(await standing())).toBe(false);
  });

  it('is not looked at by an event of another stream', async () => {
    await proposal('p1', ASKED);
    const { metadata } = context();
    const given = { caseId: CASE, resolution: 'no-action', note: null, noteItem: NOTE };
    await store.append('case-elsewhere', 'none', [{ type: 'CaseOpened', data: {} }], context());
    await store.append('case-elsewhere', 'any', [{ type: 'CaseResolved', data: given }], context());
    const [, event] = await collect(store.read('case-elsewhere'));
    const named = { ...metadata, session: sessionHandle(nameOf('p1')) };
    const resolve = (state: CaseState) => resolveCase(CASE, { ...given, resolution: 'no-action' }, state);
    await handleCommand(store, caseFold(CASE), resolve, { metadata: named });
    await process.handle(event!, { commandId: (n: number) => `${event!.id}/${n}` } as never);
    expect((await types()).at(-1)).toBe('CaseResolved');
  });

  it('is good for one finding: the next one needs two people again', async () => {
    const conflict: OpenCase = { kind: 'sequence-conflict', subject: 'T', summary: 'x' };
    const on = caseFold(caseIdOf(conflict));
    const caseId = caseIdOf(conflict);
    await handleCommand(store, on, (state) => openCase(conflict, state), context());
    await proposal('p1', { caseId, resolution: 'corrected', noteItem: NOTE });
    const metadata = { ...context().metadata, session: sessionHandle(nameOf('p1')) };
    for (const confirmed of [true, false]) {
      await handleCommand(store, on, (state) => openCase(conflict, state), context());
      const given = { resolution: 'corrected', note: null, noteItem: NOTE } as const;
      const again = { metadata: { ...metadata, commandId: context().metadata.commandId } };
      await handleCommand(store, on, (state) => resolveCase(caseId, given, state), again);
      const event = (await collect(store.read(on.stream))).at(-1)!;
      await process.handle(event, { commandId: (n: number) => `${event.id}/${n}` } as never);
      expect((await load(store, on)).state.confirmed).toBe(confirmed);
    }
  });

  it.each<[string, ProposalEvent]>([
    ['refused', { type: 'ProposalRefused', data: { proposalId: 'p1', by: two.classicAddress, reasonItem: 'r' } }],
    ['withdrawn', { type: 'ProposalWithdrawn', data: { proposalId: 'p1', by: one.classicAddress, reasonItem: null } }],
    ['not carried out', { type: 'ProposalCarriedOut', data: { proposalId: 'p1', problem: 'This case is resolved' } }],
  ])('does not count once its approved proposal was %s', async (_, ended) => {
    await proposal('p1', ASKED);
    await store.append(proposalStream('p1'), 'any', [ended], context());
    await answer('no-action', 'p1');
    expect([(await standing()).status, (await types()).at(-1)]).toEqual(['open', 'CaseAnswerRefused']);
  });

  it('does not count for another finding of its case than the one that both signed', async () => {
    await proposal('p1', ASKED);
    await answer('corrected');
    await handleCommand(store, caseFold(CASE), (state) => openCase({ ...strange, summary: 'y' }, state), context());
    await answer('no-action', 'p1');
    expect([(await standing()).status, (await types()).at(-1)]).toEqual(['open', 'CaseAnswerRefused']);
  });

  it('is one person’s where two are not demanded', async () => {
    fourEyes = false;
    await answer('no-action');
    expect(isAccepted(await standing())).toBe(true);
  });
});
