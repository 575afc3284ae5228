import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CURRENCY } from '@tknest/contracts/rules';
import { createHash, createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canonical, sealOf } from './support/sealing.js';
import { verdict } from './support/verifiers.js';

/**
 * Both verifiers on the published vectors, against a node that answers as a test wants: forgeries by somebody who has
 * the platform's key but cannot change its ledger, and nodes that no longer have old ledgers.
 */
const vectors = JSON.parse(readFileSync(path.resolve('docs/log-format/vectors.json'), 'utf8'));
const ISSUER = vectors.issuer as string;
const folder = mkdtempSync(path.join(tmpdir(), 'tknest-verifiers-'));
const PUBLIC = Buffer.from(vectors.key.split('+').slice(2).join('+'), 'base64').subarray(1);
const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const KEY = sha256(PUBLIC).toString('hex');
const leafOf = (hash: string) => sha256(Buffer.from([0]), Buffer.from(hash, 'hex'));
/** A verifier key, as signed notes write it. */
function keyOf(name: string, raw: Uint8Array): string {
  const bytes = Buffer.concat([Buffer.from([1]), raw]);
  const hash = sha256(Buffer.from(`${name}\n`), bytes).subarray(0, 4);
  return `${name}+${hash.toString('hex')}+${bytes.toString('base64')}`;
}
/** The key of the vectors: 32 bytes of 1. */
const PRIVATE = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 1)]),
  format: 'der',
  type: 'pkcs8',
});

let server: Server;
let node: string;
/** The transactions on the ledger, and the range of ledgers that the node has. */
let transactions: any[];
let oldest: number;
let newest: number;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const { method, params } = JSON.parse(body);
      const held = transactions.filter(({ ledger_index }) => ledger_index >= oldest);
      const found = held.find(({ hash }) => hash === params[0].transaction) ?? { error: 'txnNotFound' };
      const range = { ledger_index_min: oldest, ledger_index_max: newest };
      const result = method === 'tx' ? found : { ...range, transactions: held };
      response.end(JSON.stringify({ result }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  node = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const hex = (text: string) => Buffer.from(text).toString('hex').toUpperCase();
const HASH = 'A'.repeat(64);
function anchor(
  size: number,
  { hash = HASH, ...over }: Record<string, unknown> = {},
  minutesAgo = 5,
  account = ISSUER,
) {
  const said = { size, root: vectors.roots[size], head: vectors.events[size - 1].hash, key: KEY, ...over };
  return {
    tx_json: {
      Account: account,
      TransactionType: 'AccountSet',
      Memos: [{ Memo: { MemoType: hex('tknest/anchor/1'), MemoData: hex(JSON.stringify(said)) } }],
    },
    meta: { TransactionResult: 'tesSUCCESS' },
    hash,
    ledger_index: 1_000,
    validated: true,
    close_time_iso: new Date(Date.now() - minutesAgo * 60_000).toISOString().replace(/\.\d+/, ''),
  };
}
function keep(name: string, content: unknown): string {
  const file = path.join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}
const logOf = (events: unknown[]) => keep('log.jsonl', events.map((event) => `${JSON.stringify(event)}\n`).join(''));
const check = (file: string, ...options: string[]) => verdict(file, '--issuer', ISSUER, '--ledger', node, ...options);
function ledgerHolds(...held: any[]): void {
  [transactions, oldest, newest] = [held, 1, 2_000];
}

describe('the published log', () => {
  it('holds against an anchor of a part of it and of all of it', async () => {
    ledgerHolds(anchor(13));
    expect(await check(logOf(vectors.events))).toMatchObject({
      code: 0,
      said: expect.stringContaining('7 events are newer'),
    });
    ledgerHolds(anchor(20), anchor(1));
    expect(await check(logOf(vectors.events))).toMatchObject({ code: 0 });
  });
  it('holds where it names its issuer and its anchor', async () => {
    ledgerHolds(...vectors.honest.anchors.map((said: { size: number }) => anchor(said.size, said)));
    expect(await check(logOf(vectors.honest.log))).toMatchObject({ code: 0 });
  });
  it('has the checkpoint that the vectors say, and no other', async () => {
    ledgerHolds(anchor(20));
    const log = logOf(vectors.events);
    const key = ['--key', vectors.key as string];
    expect(await check(log, '--checkpoint', keep('note', vectors.checkpoint), ...key)).toMatchObject({ code: 0 });
    const other = vectors.checkpoint.replace('\n20\n', '\n19\n');
    expect(await check(log, '--checkpoint', keep('note', other), ...key)).toMatchObject({ code: 1 });
    ledgerHolds(anchor(20, { key: '0'.repeat(64) }));
    const said = expect.stringContaining('is in no anchor');
    expect(await check(log, '--checkpoint', keep('note', vectors.checkpoint), ...key)).toMatchObject({ code: 1, said });
  });
  it.each([
    ['root', { root: '0'.repeat(64) }],
    ['head', { head: '0'.repeat(64) }],
    ['size', { size: 21 }],
  ])('does not hold against an anchor of another %s', async (_, over) => {
    ledgerHolds(anchor(20, over));
    expect(await check(logOf(vectors.events))).toMatchObject({ code: 1 });
  });
  it('is not helped by anchors that failed, that others wrote, or that no ledger has validated', async () => {
    ledgerHolds(
      { ...anchor(20), meta: { TransactionResult: 'tecINTERNAL' } },
      anchor(20, {}, 5, 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'),
      { ...anchor(20), validated: false },
    );
    expect(await check(logOf(vectors.events))).toMatchObject({ code: 3 });
  });
  it('is not proved by an anchor of long ago where it has grown, and is where it has not', async () => {
    ledgerHolds(anchor(13, {}, 600));
    expect(await check(logOf(vectors.events))).toMatchObject({ code: 4, said: expect.stringContaining('600 minutes') });
    expect(await check(logOf(vectors.events), '--max-age', '700')).toMatchObject({ code: 0 });
    ledgerHolds(anchor(20, {}, 600));
    expect(await check(logOf(vectors.events))).toMatchObject({ code: 0 });
  });
  it('cannot be checked without a node, a file or an issuer', async () => {
    ledgerHolds(anchor(20));
    const log = logOf(vectors.events);
    expect(await verdict(log, '--issuer', ISSUER, '--ledger', 'http://127.0.0.1:9')).toMatchObject({ code: 2 });
    expect(await check(path.join(folder, 'none.jsonl'))).toMatchObject({ code: 2 });
    expect(await verdict(log, '--ledger', node)).toMatchObject({ code: 2 });
  });
  it('that names an anchor which the node has forgotten is not proved, unless somebody accepts it', async () => {
    // Sealed after the published events, as a platform would do it.
    const data = JSON.stringify({ hash: 'B'.repeat(64), ledgerIndex: 500, result: 'tesSUCCESS' });
    const last = vectors.events.at(-1);
    const event = { ...last, position: String(21).padStart(20, '0'), type: 'AnchorConcluded', data };
    event.hash = sealOf(Buffer.from(last.hash, 'hex'), event);
    const log = logOf([...vectors.events, event]);
    ledgerHolds(anchor(20));
    expect(await check(log)).toMatchObject({ code: 1, said: expect.stringContaining('does not have it') });
    oldest = 900;
    expect(await check(log)).toMatchObject({ code: 4, said: expect.stringContaining('not proved') });
    expect(await check(log, '--accept', 'B'.repeat(64))).toMatchObject({ code: 0 });
    // Nor is it proved if the node has not reached that ledger yet.
    [oldest, newest] = [1, 499];
    expect(await check(log)).toMatchObject({ code: 4, said: expect.stringContaining('not proved') });
  });
  it('holds with every character that a text may have: only a line feed ends a line', async () => {
    const [first] = vectors.events;
    const event = { ...first, data: JSON.stringify({ text: 'a\u2028b\u2029c\u0085d\u000be\rf' }) };
    event.hash = sealOf(Buffer.alloc(32), event);
    const root = leafOf(event.hash).toString('hex');
    ledgerHolds(anchor(1, { head: event.hash, root }));
    expect(await check(logOf([event]))).toMatchObject({ code: 0 });
  });
  it.each<[string, object]>([
    ['a field that no seal covers', { amount: '1000000' }],
    ['a fraction as its revision', { revision: 0.5 }],
    ['a revision in words', { revision: '0' }],
    ['nothing as its revision', { revision: null }],
    ['a truth as its revision', { revision: false }],
    ['a fraction as its version', { version: 2.5 }],
    ['more behind its id', { id: `${vectors.events[0].id}-paid` }],
  ])('does not hold with %s', async (_, over) => {
    ledgerHolds(anchor(1));
    expect(await check(logOf([vectors.events[0]]))).toMatchObject({ code: 0 });
    const said = expect.stringContaining('does not follow the format');
    expect(await check(logOf([{ ...vectors.events[0], ...over }]))).toMatchObject({ code: 1, said });
  });
  it('has no manifest but one signed with the key that its anchors name', async () => {
    const log = logOf(vectors.events);
    const file = { sha256: sha256(readFileSync(log)).toString('hex') };
    const told = { events: 20, headHash: vectors.events[19].hash, root: vectors.roots[20], log: file };
    const manifest = (key: string, by: KeyObject) => {
      const value = sign(null, Buffer.from(canonical(told)), by).toString('base64');
      return keep('manifest.json', { ...told, signature: { key, value } });
    };
    const forger = generateKeyPairSync('ed25519');
    const raw = forger.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
    ledgerHolds(anchor(20));
    expect(await check(log, '--manifest', manifest(vectors.key, PRIVATE))).toMatchObject({ code: 0 });
    const said = expect.stringContaining('key of the manifest');
    const named = keyOf(`tknest/${ISSUER}`, raw);
    expect(await check(log, '--manifest', manifest(named, forger.privateKey))).toMatchObject({ code: 1, said });
    const other = manifest(keyOf('tknest/rOther', PUBLIC), PRIVATE);
    expect(await check(log, '--manifest', other)).toMatchObject({ code: 1, said: expect.stringContaining('rOther') });
  });
});

/** What the verifiers say for each reason of the published forgeries: docs/log-format.md, "Forged logs". */
const REASONS: Record<string, string> = {
  seal: 'does not fit its seal',
  position: 'is missing: the next line',
  format: 'does not follow the format',
  size: 'its end was cut off',
  head: 'names a different event at position',
  root: 'names a different root',
  anchor: 'but that ledger does not have it',
  issuer: 'The log belongs to the issuer',
};
interface Forgery {
  forged: string;
  reason: string;
  log: object[];
  anchors: { size: number }[];
}

describe('the published forgeries', () => {
  it('are of every kind that a log can be refused for', () => {
    const kinds = new Set((vectors.forgeries as Forgery[]).map(({ reason }) => reason));
    expect([...kinds].sort()).toEqual(Object.keys(REASONS).sort());
  });
  it.each((vectors.forgeries as Forgery[]).map((forgery) => [forgery.forged, forgery] as const))(
    '%s: refused for the stated reason',
    async (_, { reason, log, anchors }) => {
      ledgerHolds(...anchors.map((said) => anchor(said.size, said)));
      const { code, each } = await check(logOf(log));
      expect(code).toBe(1);
      for (const said of each) expect(said).toContain(REASONS[reason]);
    },
  );
});

describe('a receipt that the platform’s own key has signed', () => {
  const PAID = 'C'.repeat(64);
  const leg = {
    kind: 'payment',
    from: 'rFrom',
    to: 'rTo',
    amount: '7.000001',
    currency: 'RLUSD',
    hash: PAID,
    ledger: 9,
  };
  const paid = (value = '7.000001', over: object = {}) => ({
    tx_json: { Account: 'rFrom', Destination: 'rTo', TransactionType: 'Payment' },
    meta: { TransactionResult: 'tesSUCCESS', delivered_amount: { value, currency: CURRENCY.rlusd, issuer: 'rRlusd' } },
    hash: PAID,
    ledger_index: 9,
    validated: true,
    close_time_iso: '2026-11-20T14:02:00Z',
    ...over,
  });
  const { position, hash } = vectors.events[6];
  const { proof } = vectors.proofs[1];
  const receipt = (change: (made: any) => void = () => undefined) => {
    const inFull = { ...vectors.events[6], previous: vectors.events[5].hash, proof };
    const made: any = {
      format: 'tknest/receipt/1',
      issuer: ISSUER,
      payment: { id: 'p', legs: [leg] },
      events: [{ position, hash, type: 'X', proof }],
      checkpoint: vectors.checkpoint,
      anchor: { txHash: HASH, ledger: 1_000 },
      inFull,
    };
    change(made);
    delete made.inFull;
    const value = sign(null, Buffer.from(canonical(made)), PRIVATE).toString('base64');
    return keep('receipt.json', { ...made, signature: { key: vectors.key, value } });
  };

  /** The only event of a log; it names the payment. */
  const own = { ...vectors.events[0], data: JSON.stringify({ hash: PAID }) };
  own.hash = sealOf(Buffer.alloc(32), own);
  const root = leafOf(own.hash);
  const ownAnchor = () => anchor(1, { head: own.hash, root: root.toString('hex') });
  const ownLog = (change: (made: any) => void) => (made: any) => {
    const note = `tknest/${ISSUER}\n1\n${root.toString('base64')}\n`;
    const signature = Buffer.concat([
      Buffer.from(vectors.key.split('+')[1], 'hex'),
      sign(null, Buffer.from(note), PRIVATE),
    ]);
    made.checkpoint = `${note}\n— tknest/${ISSUER} ${signature.toString('base64')}\n`;
    made.events = [{ ...own, previous: '0'.repeat(64), proof: [] }];
    change(made);
  };

  it('holds where log and ledger hold it', async () => {
    ledgerHolds(ownAnchor(), paid());
    expect(await check(receipt(ownLog(() => undefined)))).toMatchObject({ code: 0 });
    // Tokens are the issuer's; nodes write RLUSD as a code of 40 digits.
    const tokens = { value: '7.000001', currency: CURRENCY.token, issuer: ISSUER };
    ledgerHolds(ownAnchor(), paid('', { meta: { TransactionResult: 'tesSUCCESS', delivered_amount: tokens } }));
    const inTokens = ownLog((made) => (made.payment.legs = [{ ...leg, currency: 'TKNEST' }]));
    expect(await check(receipt(inTokens))).toMatchObject({ code: 0 });
  });
  it.each<[string, object, string]>([
    ['another currency', { currency: 'USD', issuer: 'rRlusd' }, 'RLUSD'],
    ['tokens of another issuer', { currency: CURRENCY.token, issuer: 'rOther' }, 'TKNEST'],
  ])('does not hold where the ledger delivered %s', async (_, other, currency) => {
    const delivered = { value: '7.000001', ...other };
    ledgerHolds(ownAnchor(), paid('', { meta: { TransactionResult: 'tesSUCCESS', delivered_amount: delivered } }));
    const change = ownLog((made) => (made.payment.legs = [{ ...leg, currency }]));
    const said = expect.stringContaining('a currency other');
    expect(await check(receipt(change))).toMatchObject({ code: 1, said });
  });
  it.each<[string, (made: any) => void, string]>([
    ['no transaction', (made) => (made.payment.legs = []), 'names no transaction'],
    ['hashes alone', (made) => made.events.forEach((event: any) => delete event.data), 'No event of the receipt'],
    [
      'a position behind the log’s end',
      (made) => made.events.push({ position: '0'.repeat(19) + '2', hash: own.hash, proof: [] }),
      'not in the log',
    ],
  ])('does not hold with %s', async (_, change, why) => {
    ledgerHolds(ownAnchor(), paid());
    expect(await check(receipt(ownLog(change)))).toMatchObject({ code: 1, said: expect.stringContaining(why) });
  });
  it.each<[string, (made: any) => void, string]>([
    ['an event that is not in the log', (made) => (made.events[0].hash = vectors.events[7].hash), 'not in the log'],
    ['another position', (made) => (made.events[0].position = vectors.events[7].position), 'not in the log'],
    ['an event in full that names no payment', (made) => (made.events = [made.inFull]), 'No event of the receipt'],
    ['an event in full that was changed', (made) => (made.events = [{ ...made.inFull, data: '{}' }]), 'its seal'],
    ['more than was paid', (made) => (made.payment.legs = [{ ...leg, amount: '8' }]), 'a different amount'],
    ['somebody else as the payee', (made) => (made.payment.legs = [{ ...leg, to: 'rOther' }]), 'between other parties'],
    ['another ledger', (made) => (made.payment.legs = [{ ...leg, ledger: 10 }]), 'a different result'],
    ['another issuer', (made) => (made.issuer = 'rOther'), 'to the issuer rOther'],
  ])('does not hold with %s', async (_, change, why) => {
    ledgerHolds(anchor(20), paid());
    expect(await check(receipt(change))).toMatchObject({ code: 1, said: expect.stringContaining(why) });
  });
  it('does not hold where the anchor is of another log, or the payment failed', async () => {
    ledgerHolds(anchor(20, { root: '0'.repeat(64) }), paid());
    expect(await check(receipt())).toMatchObject({ code: 1, said: expect.stringContaining('to another log') });
    ledgerHolds(anchor(20), paid('7.000001', { meta: { TransactionResult: 'tecPATH_DRY' } }));
    expect(await check(receipt())).toMatchObject({ code: 1, said: expect.stringContaining('a different result') });
  });
  it('is not proved where the node holds neither anchor nor payment', async () => {
    ledgerHolds(paid());
    expect(await check(receipt())).toMatchObject({ code: 4 });
    ledgerHolds(anchor(20));
    expect(await check(receipt())).toMatchObject({ code: 4 });
  });
});
