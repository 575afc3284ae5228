import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ProposalEvent } from '@tknest/contracts/events';
import type { Wallet } from 'xrpl';
import { load } from '#platform/event-store/folding.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { KeyAuthority } from '#platform/ledger/key-authority.js';
import { Recorder } from '#platform/sessions/recorder.js';
import type { SignRequest, SignRequestOutcome, WalletAppPort } from '#platform/wallet-app/wallet-app-port.js';
import { context } from '#test/event-store/adapter.js';
import { MADE, ONE as one, OUTSIDER as outsider, PAYS, TWO as two } from '#test/support/proposed-payout.js';
import { signedProposal } from '#test/support/signed-proposal.js';
import { proposalFold, proposalStream, type Proposal } from './proposal.decider.js';
import { ProposalKinds } from './proposal-kinds.js';
import { SignatureAsking } from './signature-asking.js';
import { Signatures } from './signatures.js';
import { codeOf } from './what-is-signed.js';

const NOW = new Date('2027-01-04T12:00:00Z');
const APPROVALS = { key: 'approvals', secret: 's' };

let store: MemoryEventStore;
let requests: SignRequest[];
let outcome: SignRequestOutcome;
let asking: SignatureAsking;
let signatures: Signatures;

const app: WalletAppPort = {
  request: async (request) => {
    requests.push(request);
    return { payloadUuid: `u${requests.length}`, qrCode: 'q', deepLink: 'd', websocket: 'w' };
  },
  findByIdentifier: async (identifier) => {
    const at = requests.findIndex((request) => request.identifier === identifier);
    return at < 0 ? null : { payloadUuid: `u${at + 1}`, qrCode: 'q', deepLink: 'd', websocket: 'w' };
  },
  outcome: async () => outcome,
  withdraw: async () => undefined,
};

function signaturesOf(walletApp: WalletAppPort | null): Signatures {
  const ledger = { account: async () => null } as never;
  const config = { xaman: { url: '', key: 'first', secret: 's', approvals: walletApp && APPROVALS } };
  const questions = { askForVisitor: (_: unknown, ask: () => unknown) => ask() } as never;
  const budgets = { take: async () => undefined } as never;
  const keys = new KeyAuthority(new Map(), () => [ledger]);
  return new Signatures(walletApp, keys, config, { now: () => NOW } as never, questions, budgets);
}

beforeEach(() => {
  [store, requests] = [new MemoryEventStore(), []];
  const kinds = new ProposalKinds();
  kinds.register(PAYS);
  const person = { isProposer: false, benefits: false, persons: 2, mayFrom: null, now: NOW };
  const isAdmin = (wallet: string) => wallet === one.classicAddress || wallet === two.classicAddress;
  const persons = { isAdmin, approver: async (by: string) => ({ ...person, by }) } as never;
  const recorder = new Recorder(store, { contextOf: async () => context() } as never);
  const turns = { alone: (_: string, work: () => unknown) => work() } as never;
  const works = new Map<string, (input: unknown) => Promise<unknown>>();
  const workers = {
    carryOut: (kind: string, work: (input: unknown) => Promise<unknown>) => void works.set(kind, work),
    ask: (kind: string, input: unknown) => works.get(kind)!(input),
  } as never;
  signatures = signaturesOf(app);
  asking = new SignatureAsking(store, kinds, persons, signatures, recorder, turns, workers);
});

const make = (made = MADE) =>
  store.append(proposalStream('p1'), 'none', [{ type: 'ProposalMade', data: made }], context());
const ask = (does: 'propose' | 'approve', by: Wallet) => asking.ask({ proposalId: 'p1', does, by: by.classicAddress });
const stateNow = async () => (await load(store, proposalFold('p1'))).state as Proposal;

describe('who asks for the signature of a proposal', () => {
  it('says what the request does, with the code that the page shows', async () => {
    await make();
    const { code } = await ask('propose', one);
    expect(code).toBe(codeOf(MADE));
    expect(code).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
    expect(requests[0]).toMatchObject({
      signer: one.classicAddress,
      instruction: `You propose ${code}: Pay 5 RLUSD to rPayee.`,
    });
    expect((await stateNow()).proposerAsked?.payloadUuid).toBe('u1');
  });

  it.each([
    ['another amount', { summary: 'Pay 1 RLUSD to rPayee.' }],
    ['another payee', { beneficiaries: [] }],
    // Nobody's wallet is found among these, so its payee could sign it.
    ['its payee in another form', { beneficiaries: [['rPayee']] as never }],
  ])('asks nobody about a proposal that names %s than its request', async (_, lie) => {
    await make({ ...MADE, ...lie });
    await expect(ask('propose', one)).rejects.toThrow('has changed');
    expect(requests).toEqual([]);
  });

  it('asks nobody about a proposal whose payee is no text', async () => {
    const beneficiaries = [['rPayee']] as never;
    await make({ ...MADE, request: { ...MADE.request, recipient: ['rPayee'] }, beneficiaries });
    await expect(ask('propose', one)).rejects.toThrow('has changed');
  });

  it('asks nobody who is no admin, whoever is said to have proposed it', async () => {
    await make({ ...MADE, by: outsider.classicAddress });
    await expect(ask('propose', outsider)).rejects.toThrow('Only admins');
    const asked = { payloadUuid: 'u', identifier: 'i', until: '2027-01-04T12:15:00.000Z' };
    const signed: ProposalEvent[] = [
      { type: 'ProposalSignatureAsked', data: { proposalId: 'p1', does: 'propose', by: one.classicAddress, asked } },
      { type: 'ProposalSigned', data: { proposalId: 'p1', signature: 'S' } },
    ];
    await store.append(proposalStream('p1'), 'any', signed, context());
    await expect(ask('approve', outsider)).rejects.toThrow('Only admins');
    expect(requests).toEqual([]);
  });

  it('asks a proposer for no approval, however a request for it is written', async () => {
    await make();
    await expect(asking.ask({ proposalId: 'p1', does: ['approve'] as never, by: one.classicAddress })).rejects.toThrow(
      'has not signed it yet',
    );
    expect(requests).toEqual([]);
  });

  it('asks its proposer once, however often the answer is lost', async () => {
    await make();
    const first = await ask('propose', one);
    expect(await ask('propose', one)).toEqual(first);
    expect(requests).toHaveLength(1);
  });

  it('asks nobody for an approval before the proposer has signed', async () => {
    await make();
    await expect(ask('approve', two)).rejects.toThrow('has not signed it yet');
  });

  it('counts an answer to its own application only', async () => {
    await make();
    await ask('propose', one);
    const { proposerAsked } = await stateNow();
    const signed = { hex: signedProposal('propose', MADE, one), txid: '', account: one.classicAddress, network: null };
    const { identifier } = requests[0]!;
    const collect = async (applicationId: string) => {
      outcome = { identifier, applicationId, transactionType: 'SignIn', state: 'signed', signed };
      return (await signatures.collect('propose', MADE, one.classicAddress, proposerAsked!)).is;
    };
    expect([await collect('first'), await collect('approvals')]).toEqual(['ended', 'signed']);
  });

  it('is no web process', async () => {
    await expect(signaturesOf(null).ask('propose', MADE, one.classicAddress)).rejects.toThrow('Only a worker');
  });
});
