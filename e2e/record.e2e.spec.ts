import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { sendPastThePlatform, untilValidated } from './support/own-transactions.js';
import { Program } from './support/program.js';
import { canonical, sealedAnew, type Line } from './support/sealing.js';
import { SHORT_LIST } from './support/short-list.js';
import { verdict } from './support/verifiers.js';

/**
 * The record can be verified without trusting the platform: two programs that share no code with the platform or with
 * each other compare the export with the ledger.
 */
const program = new Program(SHORT_LIST, { ownCluster: true });
const folder = mkdtempSync(path.join(tmpdir(), 'tknest-record-'));
let auditor: Person;
let admin: Person;
let investor: Person;
let landlord: Person;
let stranger: Person;
let id: number;
let purchase: string;
let runId: string;
let log: string;
const terms = { fundingGoal: 10_000, tokenTermMonths: 12, monthlyRent: 3_000, tokenCount: 100, tokenPrice: 100 };

const issuer = () => program.runtime.accounts.issuer;
const node = () => `${program.runtime.sandbox.url}/ledger`;
/** The sandbox's ledger has its own clock, so by ours its anchors are many months old. */
const OF_ANY_AGE = ['--max-age', '5000000'];

const verdictOf = (file: string, ...options: string[]) =>
  verdict(file, '--issuer', issuer(), '--ledger', node(), ...options);
const codeOf = async (file: string, ...options: string[]) => (await verdictOf(file, ...options)).code;

function keep(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}
const text = async (person: Person, at: string): Promise<string> => {
  const { status, body } = await person.call('GET', at);
  expect(status).toBe(200);
  return typeof body === 'string' ? body : JSON.stringify(body);
};

async function anchorNow(): Promise<void> {
  const { id: anchorId } = await admin.post('/api/audit/anchors');
  const anchor = await until(
    async () => (await auditor.get('/api/audit/anchors')).find((one: { id: string }) => one.id === anchorId),
    ({ state }) => state !== 'pending',
    'the anchor',
  );
  expect(anchor.state).toBe('anchored');
}

const linesOf = (whole: string): Line[] =>
  whole
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
const fileOf = (lines: Line[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
beforeAll(async () => {
  await program.start();
  auditor = await program.personOf('auditor').signIn('investor');
  await program.sandbox.post('/control/ledger', { closeEveryMs: 100 });
  [landlord, investor, admin, stranger] = await Promise.all([
    program.personOf('landlord').signIn('landlord'),
    program.personOf('investor').signIn('investor'),
    program.personOf('admin').signIn('investor'),
    program.personOf('investor', 1).signIn('investor'),
  ]);
  await landlord.verify('landlord');
  await investor.verify('investor');
  ({ id } = await landlord.list(terms));
  await investor.buy(id, 3);
  [{ id: purchase }] = await investor.get('/api/rlusd/payments');
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await program.remove();
});

describe('a log that was not anchored yet', () => {
  it('is consistent, and says that no anchor confirms it', async () => {
    log = keep('early.jsonl', await text(auditor, '/api/audit/log.jsonl'));
    expect(await codeOf(log)).toEqual(3);
    const receipt = keep('early.json', await text(investor, `/api/receipts/${purchase}/proof`));
    expect(await codeOf(receipt)).toEqual(3);
    expect(await investor.get(`/api/receipts/${purchase}`)).toMatchObject({ proof: 'waiting', tokens: 3 });
  });
});

describe('an exported log', () => {
  beforeAll(async () => {
    await anchorNow();
    await landlord.post(`/api/properties/${id}/close`);
    const order = { propertyId: id, paybackAmount: 100, type: 'loan_payback' };
    const { paymentId } = await landlord.post('/api/rlusd/payback', {
      ...order,
      investorWallet: program.runtime.accounts.payoutEscrow,
    });
    await landlord.seeThrough(paymentId);
    runId = `payback-${paymentId}`;
    await until(
      async () => (await admin.get('/api/payouts')).find((run: { id: string }) => run.id === runId),
      (run) => run?.status === 'completed',
      'the payout run',
    );
    await anchorNow();
    // Some events follow the anchor, as in a log that is in use.
    await landlord.list(terms);
    log = keep('log.jsonl', await text(auditor, '/api/audit/log.jsonl'));
  });

  it('is proved by both verifiers, with its manifest and a checkpoint', async () => {
    const { lastPosition } = await auditor.get('/api/audit/manifest.json');
    const manifest = keep('manifest.json', await text(auditor, `/api/audit/manifest.json?through=${lastPosition}`));
    const same = keep('same.jsonl', await text(auditor, `/api/audit/log.jsonl?through=${lastPosition}`));
    const checkpoint = keep('checkpoint.txt', await text(program.visitor(), '/api/log/checkpoint'));
    const key = keep('key.txt', await text(program.visitor(), '/api/log/key'));
    const asked = ['--checkpoint', checkpoint, '--key', key, '--manifest', manifest, ...OF_ANY_AGE];
    const { code, said } = await verdictOf(same, ...asked);
    expect([code, said]).toEqual([0, expect.stringContaining('2 on the ledger, and the log fits all of them')]);
    expect(said).toContain('manifest: signed, fits');
    expect(said).toContain('events are newer than the newest anchor');
    // A manifest with one changed figure no longer fits its signature.
    const other = keep('other.json', readFileSync(manifest, 'utf8').replace(/"streams":\d+/, '"streams":1'));
    expect(await codeOf(same, '--manifest', other)).toEqual(1);
  });

  it('has tiles by which anybody proves an event against a checkpoint', async () => {
    const [, size, root] = (await text(program.visitor(), '/api/log/checkpoint')).split('\n');
    expect(Number(size)).toBeGreaterThan(10);
    expect(Buffer.from(root!, 'base64')).toHaveLength(32);
    const partial = `/api/log/tile/0/000.p/${Math.min(255, Number(size))}`;
    const { status, headers } = await program.visitor().call('GET', partial);
    expect([status, headers.get('cache-control')]).toEqual([200, expect.stringContaining('immutable')]);
    expect(await program.visitor().call('GET', '/api/log/tile/0/x999/000')).toMatchObject({ status: 404 });
    expect(await program.visitor().call('GET', '/api/log/tile/0/..%2f000')).toMatchObject({ status: 404 });
  });

  it('of a part says that it is one', async () => {
    const part = await text(auditor, `/api/audit/log.jsonl?type=TokensPurchased&wallet=${investor.address}`);
    const [first, ...lines] = linesOf(part);
    expect(first).toMatchObject({ part: { type: 'TokensPurchased', wallet: investor.address } });
    expect(lines.map(({ type }) => type)).toEqual(['TokensPurchased']);
    expect(await codeOf(keep('part.jsonl', part))).toEqual(2);
    const { status } = await auditor.call('GET', '/api/audit/log.jsonl?from=yesterday');
    expect(status).toBe(400);
    const by = linesOf(await text(auditor, `/api/audit/log.jsonl?actor=${landlord.address}`)).slice(1);
    expect(new Set(by.map(({ metadata }) => JSON.parse(metadata).actor.wallet))).toEqual(new Set([landlord.address]));
  });

  it('that was forged fails, whichever way (record: forged logs)', async () => {
    const lines = linesOf(readFileSync(log, 'utf8'));
    const purchased = lines.findIndex(({ type }) => type === 'TokensPurchased');
    const changed = lines.map((line, at) =>
      at === purchased ? { ...line, data: line.data.replace('"tokens":3', '"tokens":9') } : line,
    );
    const made = lines.findIndex(({ type, data }) => type === 'PlatformAccountMade' && data.includes('"issuer"'));
    const anothers = lines.map((line, at) =>
      at === made ? { ...line, data: line.data.replaceAll(issuer(), stranger.address) } : line,
    );
    const anchors: { position: string }[] = await auditor.get('/api/audit/anchors');
    const covered = Math.max(...anchors.map(({ position }) => Number(position)));
    const unanchored = sealedAnew(
      lines
        .slice(0, covered)
        .filter(({ stream }) => !stream.startsWith('anchor-'))
        .map((line, at) => ({
          ...line,
          position: String(at + 1).padStart(20, '0'),
        })),
    );
    const forged: [string, string, Line[]][] = [
      ['an event was changed', 'does not fit its seal', changed],
      ['an event was changed and all was sealed anew', 'names a different', sealedAnew(changed)],
      ['the end was cut off', 'was cut off', lines.slice(0, 20)],
      ['an event was taken out', 'is missing', lines.filter((_, at) => at !== purchased)],
      ['it names another issuer', 'belongs to the issuer', sealedAnew(anothers)],
      ['it hides its anchors', 'covers', unanchored],
    ];
    for (const [how, why, of] of forged) {
      const { code, said } = await verdictOf(keep('forged.jsonl', fileOf(of)));
      expect([how, code, said]).toEqual([how, 1, expect.stringContaining(why)]);
    }
    const broken = keep('broken.jsonl', readFileSync(log, 'utf8').replace('"stream"', '"stream'));
    expect(await codeOf(broken)).toEqual(1);
  });

  it('is of no use under another issuer, whose anchors are another log’s (record: other issuer)', async () => {
    const file = keep('theirs.jsonl', readFileSync(log, 'utf8'));
    const { code } = await verdict(file, '--issuer', stranger.address, '--ledger', node());
    expect(code).toBe(1);
  });

  it('is not saved by an anchor that somebody else wrote (record: re-anchored by another account)', async () => {
    const lines = linesOf(readFileSync(log, 'utf8'));
    const forged = sealedAnew(lines.map((line, at) => (at === 5 ? { ...line, at: '2026-01-01T00:00:00.000Z' } : line)));
    const memo = (value: string) => Buffer.from(value).toString('hex').toUpperCase();
    const said = JSON.stringify({
      size: forged.length,
      head: forged.at(-1)!.hash,
      root: 'a'.repeat(64),
      key: 'b'.repeat(64),
    });
    const Memo = { MemoType: memo('tknest/anchor/1'), MemoData: memo(said) };
    const anchor = { TransactionType: 'AccountSet', Memos: [{ Memo }] };
    await untilValidated(program, await sendPastThePlatform(program, stranger, anchor));
    expect(await codeOf(keep('reanchored.jsonl', fileOf(forged)))).toEqual(1);
  });
});

describe('a receipt', () => {
  const other = (digit: string) => (digit === '0' ? '1' : '0');
  /** All parts of the receipt, each with one change that makes it say something else. */
  const changes = (proof: any): [string, (copy: any) => void][] => [
    ['the amount', (copy) => (copy.payment.amount = '1')],
    ['who was paid', (copy) => (copy.payment.payee = proof.payment.payer)],
    ['a hash', (copy) => (copy.payment.legs[0].hash = copy.payment.legs[0].hash.replace(/.$/, other))],
    ['an event', (copy) => (copy.events[0].data = copy.events[0].data.replace(/\d/, other))],
    ['a proof', (copy) => (copy.events[0].proof[0] = '0'.repeat(64))],
    ['the anchor', (copy) => (copy.anchor.ledger += 1)],
    ['the signature', (copy) => (copy.signature.value = Buffer.alloc(64).toString('base64'))],
  ];

  it('is shown to payer, payee and office, and to nobody else', async () => {
    for (const person of [investor, landlord, admin, auditor])
      expect(await person.get(`/api/receipts/${purchase}`)).toMatchObject({
        kind: 'property_purchase',
        payer: investor.address,
        payee: landlord.address,
        amount: '300',
        tokens: 3,
        proof: 'anchored',
      });
    for (const way of ['', '.pdf', '/proof']) {
      expect((await stranger.call('GET', `/api/receipts/${purchase}${way}`)).status).toBe(404);
      expect((await program.visitor().call('GET', `/api/receipts/${purchase}${way}`)).status).toBe(401);
    }
    expect((await investor.call('GET', '/api/receipts/none~rNobody')).status).toBe(404);
  });

  it('is the same paper for whoever may see it', async () => {
    const papers = await Promise.all(
      [investor, landlord].map((person) => text(person, `/api/receipts/${purchase}.pdf`)),
    );
    expect(papers[0]).toMatch(/^%PDF-1\./);
    expect(papers[1]).toBe(papers[0]);
  });

  it('proves itself with the platform switched off, and changed it does not', async () => {
    const line = `${runId}~${investor.address}`;
    const [payback] = await landlord.get('/api/rlusd/payments');
    const receipts = await Promise.all(
      [
        [investor, purchase],
        [investor, line],
        [landlord, payback.id],
      ].map(([person, of]) => text(person as Person, `/api/receipts/${encodeURIComponent(of as string)}/proof`)),
    );
    const backend = program.processes().backend!;
    process.kill(backend, 'SIGSTOP');
    try {
      for (const [at, receipt] of receipts.entries()) {
        const { code, said } = await verdictOf(keep(`receipt-${at}.json`, receipt));
        expect([code, said]).toEqual([0, expect.stringContaining('Everything is correct')]);
      }
      const proof = JSON.parse(receipts[0]!);
      for (const [what, change] of changes(proof)) {
        const copy = structuredClone(proof);
        change(copy);
        expect([what, await codeOf(keep('changed.json', JSON.stringify(copy)))]).toEqual([what, 1]);
      }
      // Signed again with the forger's key; the anchor on the ledger names a different key.
      const { publicKey, privateKey } = generateKeyPairSync('ed25519');
      const raw = Buffer.concat([Buffer.from([1]), publicKey.export({ format: 'der', type: 'spki' }).subarray(12)]);
      const name = `tknest/${issuer()}`;
      const hash = createHash('sha256').update(`${name}\n`).update(raw).digest().subarray(0, 4);
      const { signature: _, ...rest } = proof;
      const lines = proof.checkpoint.split('\n\n')[0] + '\n';
      const note = Buffer.concat([hash, sign(null, Buffer.from(lines), privateKey)]).toString('base64');
      const forged = { ...rest, checkpoint: `${lines}\n— ${name} ${note}\n` };
      const value = sign(null, Buffer.from(canonical(forged)), privateKey).toString('base64');
      const key = `${name}+${hash.toString('hex')}+${raw.toString('base64')}`;
      const { code, said } = await verdictOf(
        keep('resigned.json', JSON.stringify({ ...forged, signature: { key, value } })),
      );
      expect([code, said]).toEqual([1, expect.stringContaining('names a different key')]);
    } finally {
      process.kill(backend, 'SIGCONT');
    }
  });
});
