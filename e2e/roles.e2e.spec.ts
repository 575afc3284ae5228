import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import net from 'node:net';
import pg from 'pg';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { until } from '../scripts/lib/platform-client.mjs';
import { expectBooksToEqualLedger } from './support/books.js';
import { Insider } from './support/insider.js';
import { ProgramInRoles } from './support/program-in-roles.js';
import { SHORT_LIST } from './support/short-list.js';

const TERMS = { fundingGoal: 10_000, tokenTermMonths: 12, monthlyRent: 3_000, tokenCount: 100, tokenPrice: 100 };
/** The most connections in the pools of one process. */
const CONNECTIONS = 12;
const program = new ProgramInRoles(
  { webs: 1, workers: 1 },
  { ...SHORT_LIST, DATABASE_CONNECTIONS: String(CONNECTIONS) },
);
beforeAll(() => program.start());
afterAll(() => program.remove());

describe('web and worker apart', () => {
  it('carry a property from its listing to its payout, and everything that an admin asks of the worker', async () => {
    const landlord = await program.personOf('landlord').signIn('landlord');
    const admin = await program.personOf('admin').signIn('investor');
    await landlord.verify('landlord');
    const { id } = await landlord.list(TERMS);
    const investor = await program.personOf('investor').signIn('investor');
    await investor.verify('investor');
    // The answer contains the sign requests, so it has waited for the worker.
    const started = await investor.post(`/api/properties/${id}/purchase`, { tokensToPurchase: 3 });
    expect(started).toMatchObject({ status: 'pending', signRequests: [{ leg: 'trust-line' }] });
    expect(await investor.seeThrough(started.paymentId)).toMatchObject({ status: 'completed', feeStatus: 'paid' });
    const { paymentId: unwanted } = await investor.post(`/api/properties/${id}/purchase`, { tokensToPurchase: 1 });
    await investor.post(`/api/rlusd/payments/${unwanted}/cancel`);
    expect(await investor.status(unwanted)).toMatchObject({ outcome: 'cancelled' });
    await landlord.post(`/api/properties/${id}/close`);
    const { payoutEscrow, rlusdIssuer } = program.runtime.accounts;
    const automation = { monthlyRentAmount: 3_000, escrowWallet: payoutEscrow, rlusdGateway: rlusdIssuer };
    const set = { propertyId: id, ...automation };
    expect(await admin.post('/api/property-owner/setup-auto-payments', set)).toMatchObject({ success: true });
    // Only a worker writes a run's lines, whichever process took the request.
    const deposit = await landlord.post('/api/rlusd/deposit', { propertyId: id, amount: 50 });
    await landlord.seeThrough(deposit.paymentId);
    const paid = await landlord.post('/api/loan/withdraw-deposit', { propertyId: id, amount: 20 });
    expect(paid).toMatchObject({ success: true });
    const withdrawal = async () =>
      (await admin.get(`/api/payouts?propertyId=${id}`)).find((one: any) => one.id === paid.payoutId);
    await until(withdrawal, (seen) => seen?.status === 'completed', 'the withdrawal');
    const order = { propertyId: id, paybackAmount: 300, investorWallet: payoutEscrow, type: 'loan_payback' };
    const { paymentId } = await landlord.post('/api/rlusd/payback', order);
    await landlord.seeThrough(paymentId);
    const run = async () =>
      (await admin.get(`/api/payouts?propertyId=${id}`)).find((one: any) => one.id === `payback-${paymentId}`);
    await until(run, (seen) => seen?.status === 'completed', 'the payout run');

    const issued = await admin.post('/api/tokens/issue', {
      recipientAddress: investor.address,
      amount: '2',
      issuerSeed: '',
    });
    expect(issued).toMatchObject({ success: true });
    expect(await admin.post('/api/admin/reconciliation', { full: true })).toMatchObject({ findings: 0 });
    await expect(admin.post('/api/admin/failed-events/release', { consumer: 'process:none' })).rejects.toMatchObject({
      status: 404,
    });
    const leaving = await (await program.newPerson()).signIn('investor');
    await leaving.verify('investor');
    await leaving.post('/api/kyc/erasure');
    const erased = await admin.post(`/api/compliance/erasures/${leaving.address}`, { confirm: leaving.address });
    expect(erased).toMatchObject({ wallet: leaving.address, erasedAt: expect.any(String) });
    await admin.post('/api/admin/read-models/rebuild', {});
    await admin.post('/api/audit/anchors', {});
    await expectBooksToEqualLedger(program);
  });

  it('the worker says how it stands, and answers nothing else', async () => {
    const ask = (at: string, init?: RequestInit) => fetch(program.urlOf('worker-1') + at, init);
    expect((await ask('/api/health/ready')).status).toBe(200);
    expect((await ask('/api/health/live')).status).toBe(200);
    expect(await (await ask('/metrics')).text()).toMatch('account_gate_shut');
    for (const at of ['/api/properties', '/', '/docs', '/api/health/ready/more', '/api/auth/session'])
      expect((await ask(at)).status).toBe(404);
    expect((await ask('/api/health/ready', { method: 'POST' })).status).toBe(404);
  });

  it('whoever has all that web has signs nothing: the seeds do not open, no event of a worker can be written', async () => {
    const insider = new Insider(program);
    try {
      for (const account of ['issuer', 'feeWallet', 'payoutEscrow'] as const)
        await expect(insider.ownerOf(account)).rejects.toThrow(/does not open/);
      await expect(insider.recordKey()).rejects.toThrow(/does not open/);
      // Money that never moved, an order to move some, and a transaction that would be signed once more.
      for (const type of [
        'TokensIssued',
        'TokenIssuanceOrdered',
        'LegValidated',
        'LegFailed',
        'PaymentCompleted',
        'TokensPurchased',
        'ListingClosed',
        'LoanOpened',
        'RepaymentReceived',
        'EscrowPosted',
        'PayoutRunCreated',
        'ProposalApproved',
        'AnchorOrdered',
        'AutoIssuanceConfigured',
        'DailyActReleased',
        // Somebody's data destroyed at once, and a fee that is raised without notice.
        'ErasureScheduled',
        'PersonErased',
        'RentAutomationSet',
      ])
        await expect(insider.forge('forged-1', { type, data: {} })).rejects.toThrow(/written by the worker/);
    } finally {
      await insider.close();
    }
  });

  it('whoever has all that web has gets no tokens for less than their price', async () => {
    const landlord = await program.personOf('landlord').signIn('landlord');
    const investor = await program.personOf('investor').signIn('investor');
    const { id, name } = await landlord.list(TERMS);
    const { feeWallet } = program.runtime.accounts;
    const before = await program.onLedger(investor.address, 'token');
    const paymentId = crypto.randomUUID();
    const insider = new Insider(program);
    const reserved = { propertyId: id, paymentId, wallet: investor.address, tokens: 100 };
    await insider.forge(`listing-${id}`, { type: 'TokensReserved', data: reserved });
    const terms = {
      paymentId,
      kind: 'property_purchase',
      payer: investor.address,
      payee: landlord.address,
      feeWallet,
      propertyId: id,
      propertyName: name,
      tokens: 100,
      amount: '1',
      platformFee: '0',
      totalAmount: '1',
      memo: null,
      refundOf: null,
      expiresAt: new Date(Date.now() + 600_000).toISOString(),
    };
    await insider.forge(`payment-${paymentId}`, { type: 'PaymentStarted', data: terms });
    await insider.close();
    expect(await investor.seeThrough(paymentId)).toMatchObject({ status: 'failed', owedBack: null });
    expect(await program.onLedger(investor.address, 'token')).toBe(before);
  });

  it('what is public of the record is shown without the worker; what it signs for a call is refused until it is back', async () => {
    const [admin, visitor] = [program.personOf('admin'), program.visitor()];
    await admin.signIn('investor');
    const manifest = await admin.get('/api/audit/manifest.json');
    expect(manifest).toMatchObject({ signature: { key: (await visitor.get('/api/log/key')).trim() } });
    const again = `/api/audit/manifest.json?through=${manifest.lastPosition}`;
    await until(
      () => admin.get(again),
      ({ root }) => root !== null,
      'the tree',
    );
    const known = await admin.get(again);
    await program.end('worker-1');
    try {
      expect((await visitor.call('GET', '/api/log/checkpoint')).status).toBe(200);
      expect((await visitor.call('GET', '/api/log/key')).status).toBe(200);
      // Signed before: the same answer.
      expect(await admin.get(again)).toEqual(known);
      const refused = await admin.call('GET', '/api/audit/manifest.json?through=1');
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    } finally {
      await program.startPart('worker-1');
    }
    expect((await admin.call('GET', '/api/audit/manifest.json?through=1')).status).toBe(200);
  });

  it('the signer key is nowhere in the memory of the web process', () => {
    const key = Buffer.from(readFileSync(program.signerKeyFile, 'utf8').trim(), 'hex');
    expect(isInMemory(program.pidOf('worker-1'), key)).toBe(true);
    expect(isInMemory(program.pidOf('web-1'), key)).toBe(false);
  });

  it('hold no more connections to the database than they may', async () => {
    const client = new pg.Client({ connectionString: program.runtime.database, application_name: 'test' });
    await client.connect();
    const { rows } = await client.query(
      'select application_name as name, count(*)::int as many from pg_stat_activity where datname = current_database() group by 1',
    );
    await client.end();
    const held = new Map(rows.map(({ name, many }) => [name as string, many as number]));
    expect(held.get('tknest')).toBeGreaterThan(1);
    expect(held.get('tknest')).toBeLessThanOrEqual(2 * CONNECTIONS);
    expect(held.get('tknest leases')).toBe(1);
    expect(held.get('tknest listener')).toBe(3);
    expect(held.get('tknest appends') ?? 0).toBeLessThanOrEqual(2);
    expect(held.get('tknest proposals') ?? 0).toBeLessThanOrEqual(6);
    const known = ['tknest', 'tknest leases', 'tknest listener', 'tknest appends', 'tknest proposals', 'test'];
    expect([...held.keys()].filter((name) => !known.includes(name))).toEqual([]);
  });

  it('a web process that ends says so first, answers what is under way, and takes nobody any more', async () => {
    await program.end('web-1');
    program.inherit({ SHUTDOWN_DELAY_SECONDS: '2' });
    await program.startPart('web-1');
    const { port, hostname } = new URL(program.urlOf('web-1'));
    const socket = net.connect(Number(port), hostname);
    let heard = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (heard += chunk));
    const body = JSON.stringify({ code: 'none' });
    socket.write(
      `POST /api/demo/enter HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    );
    // The request has arrived, and the server waits for its body.
    await until(
      () => heard,
      (text) => text.includes('100 Continue'),
      'the request under way',
    );
    const ended = program.exited('web-1');
    process.kill(program.pidOf('web-1'), 'SIGTERM');
    const ready = async () => {
      const response = await fetch(`${program.urlOf('web-1')}/api/health/ready`);
      return { status: response.status, says: ((await response.json()) as { status: string }).status };
    };
    await until(ready, ({ status, says }) => status === 503 && says === 'ending', 'readiness saying no');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(body);
    await closed;
    expect(heard).toMatch(/HTTP\/1\.1 4\d\d [^]*Connection: close[^]*"detail"/i);
    expect(await ended).toBe('code 0');
    await expect(fetch(program.urlOf('web-1'))).rejects.toThrow();
    await program.startPart('web-1');
  });

  it('a web process that is given the signer key does not start, nor a worker without it', async () => {
    await program.end('web-1');
    program.inherit({ SIGNER_KEY_FILE: program.signerKeyFile });
    await expect(program.startPart('web-1')).rejects.toThrow(/code 78[^]*SIGNER_KEY_FILE must not be given/);
    program.inherit({ SIGNER_KEY_FILE: '' });
    await program.startPart('web-1');
  });
});

const CHUNK_BYTES = 16 * 1024 * 1024;

/** Searches all writable memory of a process. Linux lets its parent read it. */
function isInMemory(pid: number, sought: Buffer): boolean {
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  const chunk = Buffer.alloc(CHUNK_BYTES);
  try {
    for (const [, from, to] of readFileSync(`/proc/${pid}/maps`, 'utf8').matchAll(/^([0-9a-f]+)-([0-9a-f]+) rw/gm)) {
      const end = Number.parseInt(to!, 16);
      for (let at = Number.parseInt(from!, 16); at < end; at += CHUNK_BYTES - sought.length) {
        const length = Math.min(CHUNK_BYTES, end - at);
        let read = 0;
        try {
          read = readSync(memory, chunk, 0, length, at);
        } catch {
          break;
        }
        if (chunk.subarray(0, read).includes(sought)) return true;
      }
    }
    return false;
  } finally {
    closeSync(memory);
  }
}
