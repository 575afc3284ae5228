import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { until } from '../scripts/lib/platform-client.mjs';
import { expectBooksToEqualLedger } from './support/books.js';
import { Program } from './support/program.js';
import { verified } from './support/verified.js';
import { pdfWith } from '../scripts/lib/paper.mjs';

// Far from the New York days of the business, and from UTC: nothing may depend on where the machine stands.
const program = new Program({ TZ: 'Pacific/Auckland' }, { ownCluster: true });
beforeAll(() => program.start());
afterAll(() => program.remove());

const NOT_IN_CLEAR = ['Zebediah', 'Quillfeather', '123456789', '987654321', 'zebediah@example.com', '000123456789'];

describe('the main job, by its calls', () => {
  it('lists, verifies, sells, pays, issues and shows it, with the money on the ledger', async () => {
    const landlord = await program.personOf('landlord').signIn('landlord');
    await expect(landlord.list()).rejects.toMatchObject({ status: 403 });
    expect(
      await landlord.verify('landlord', {
        firstName: 'Zebediah',
        lastName: 'Quillfeather',
        email: 'zebediah@example.com',
      }),
    ).toMatchObject({ status: 'approved' });
    const property = await landlord.list({ propertyType: 'house' });
    expect(property).toMatchObject({
      id: 1,
      tokensSold: 0,
      tokensAvailable: 250,
      monthlyPayoutPerToken: 2.668461,
      propertyType: 'house',
      status: 'open',
    });

    const investor = await program.personOf('investor').signIn('investor');
    await expect(
      investor.post(`/api/properties/${property.id}/purchase`, { tokensToPurchase: 5 }),
    ).rejects.toMatchObject({ status: 403 });
    await investor.verify('investor');
    const before = {
      investor: await program.onLedger(investor.address, 'rlusd'),
      owner: await program.onLedger(landlord.address, 'rlusd'),
      fee: await program.onLedger(program.runtime.accounts.feeWallet, 'rlusd'),
    };
    const started = await investor.post(`/api/properties/${property.id}/purchase`, { tokensToPurchase: 5 });
    expect(started).toMatchObject({
      success: true,
      status: 'pending',
      amount: 500,
      platformFee: 12.5,
      totalAmount: 512.5,
      signRequests: [{ leg: 'trust-line' }],
    });
    expect(await investor.get('/api/rlusd/payments?open=true')).toMatchObject([
      { id: started.paymentId, status: 'pending' },
    ]);
    const settled = await investor.seeThrough(started.paymentId);
    expect(settled).toMatchObject({ status: 'completed', feeStatus: 'paid', error: null });
    expect(settled.legs.map(({ leg, state }: { leg: string; state: string }) => `${leg}:${state}`)).toEqual([
      'trust-line:validated',
      'authorise:validated',
      'recipient:validated',
      'platform:validated',
      'issuance:validated',
    ]);

    expect(await program.onLedger(investor.address, 'token')).toBe('5');
    expect(Number(before.investor) - Number(await program.onLedger(investor.address, 'rlusd'))).toBe(512.5);
    expect(Number(await program.onLedger(landlord.address, 'rlusd')) - Number(before.owner)).toBe(500);
    expect(Number(await program.onLedger(program.runtime.accounts.feeWallet, 'rlusd')) - Number(before.fee)).toBe(12.5);
    await expectBooksToEqualLedger(program);

    const issuance = await program.sandbox.ledger('tx', { transaction: settled.legs[4].txHash });
    const memo = issuance.tx_json.Memos[0].Memo;
    const text = (hex: string) => Buffer.from(hex, 'hex').toString('utf8');
    expect([text(memo.MemoType), text(memo.MemoFormat), JSON.parse(text(memo.MemoData))]).toEqual([
      'tknest/issuance/1',
      'application/json',
      { property: 1, purchase: started.paymentId, tokens: 5 },
    ]);

    const admin = await program.personOf('admin').signIn('investor');
    const rows = await admin.get('/api/admin/all-transactions');
    expect(
      rows.map((row: { type: string; amount: number; txHash: string }) => [row.type, row.amount, row.txHash]),
    ).toEqual([
      ['property_purchase', 500, settled.txHashes.recipient],
      ['platform_fee', 12.5, settled.txHashes.platform],
    ]);
    const { events } = await admin.get('/api/audit/events?limit=1000');
    const positions = events.map(({ position }: { position: string }) => position);
    expect([...positions].sort()).toEqual(positions);
    expect(events.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(['ListingCreated', 'KycDecided', 'PaymentSubmitted', 'TokensPurchased']),
    );
    expect((await investor.call('GET', '/api/admin/all-transactions')).status).toBe(403);
    expect((await investor.call('GET', '/api/audit/events')).status).toBe(403);
  });

  it('keeps a rental contract for whoever is signed in, as its owner attached it (REQ-1.2.23)', async () => {
    const landlord = await program.personOf('landlord').signIn('landlord');
    const investor = await program.personOf('investor').signIn('investor');
    const attach = (person: typeof landlord, id: string, name: string, bytes: string | Uint8Array<ArrayBuffer>) => {
      const form = new FormData();
      form.set('contract', new Blob([bytes]), name);
      return person.call('POST', `/api/properties/${id}/contract`, { form });
    };
    const text = pdfWith('lease of twelve months').toString('latin1');
    expect((await investor.call('GET', '/api/properties/1/contract')).status).toBe(404);
    expect((await attach(landlord, '1', 'lease "2026".pdf', text)).body).toMatchObject({
      id: 1,
      contract: { fileName: 'lease _2026_.pdf', bytes: text.length },
    });
    const { headers, body } = await investor.call('GET', '/api/properties/1/contract');
    const sent = ['content-disposition', 'content-type', 'cache-control', 'x-content-type-options'];
    expect([body, ...sent.map((name) => headers.get(name))]).toEqual([
      text,
      'attachment; filename="lease _2026_.pdf"',
      'application/octet-stream',
      'private, no-store',
      'nosniff',
    ]);
    // Tokens of this property were sold, so its buyers keep the contract that they read.
    expect(await attach(landlord, '1', 'new.pdf', pdfWith('a later one').toString('latin1'))).toMatchObject({
      status: 409,
      body: { detail: 'The rental contract can’t be replaced anymore: tokens were sold under it' },
    });
    const statuses = [
      await attach(investor, '1', 'mine.pdf', text),
      await attach(landlord, '2', 'lease.pdf', text),
      await attach(landlord, '99999999999999', 'lease.pdf', text),
      await attach(landlord, '1', 'lease.pdf', 'not a PDF'),
      await attach(landlord, '1', 'lease.exe', text),
      await attach(landlord, '1', 'large.pdf', new Uint8Array(10 * 1024 * 1024 + 1)),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404, 400, 400, 413]);
    expect((await investor.call('GET', '/api/properties/1/contract')).body).toBe(text);
  });

  it('says in the log why a payment moved no money', async () => {
    const investor = await program.personOf('investor').signIn('investor');
    const admin = await program.personOf('admin').signIn('investor');
    const begin = async () => (await investor.post('/api/properties/1/purchase', { tokensToPurchase: 1 })).paymentId;
    const withdrawn = await begin();
    await investor.post(`/api/rlusd/payments/${withdrawn}/cancel`);
    const declined = await begin();
    expect(await investor.seeThrough(declined, { how: () => 'reject' })).toMatchObject({
      status: 'failed',
      outcome: 'declined',
    });
    for (const [paymentId, ending] of [
      [withdrawn, 'cancelled'],
      [declined, 'declined'],
    ]) {
      const rows = await until(
        () => admin.get(`/api/admin/all-transactions?search=${paymentId}`),
        (found: any[]) => found.length > 0 && found.every(({ status }) => status === 'failed'),
        'the ending in the log',
      );
      expect(rows.map((row: any) => [row.type, row.description, row.ending])).toEqual([
        ['property_purchase', 'Purchase of 1 token of Sample Court', ending],
        ['platform_fee', 'Platform fee: Purchase of 1 token of Sample Court', ending],
      ]);
    }
  });

  it('rebuilds every read model beside the live one, and proves by the command that they and the chain hold', async () => {
    const admin = await program.personOf('admin').signIn('investor');
    const names = (await admin.post('/api/admin/read-models/rebuild')).map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['properties', 'transactions', 'purchases', 'persons', 'cases']));
    await until(
      () => admin.get('/api/admin/read-models/rebuild'),
      (rows: { state: string; lag: number }[]) => rows.every(({ state, lag }) => state === 'live' && lag === 0),
      'the rebuild',
    );
    expect((await admin.call('POST', '/api/admin/read-models/rebuild', { body: { name: 'no-such' } })).status).toBe(
      404,
    );
    expect(await admin.get('/api/properties')).toMatchObject([{ id: 1, tokensSold: 5 }]);
    expect(await verified(program)).toContain('Everything matches the log.');
  });

  it('keeps personal data and signed blobs out of events, logs and every table but the vault', async () => {
    const client = new pg.Client({ connectionString: program.runtime.database });
    await client.connect();
    const { rows: tables } = await client.query(
      "select table_schema, table_name from information_schema.tables where table_schema in ('eventstore', 'read_models', 'platform') and table_type = 'BASE TABLE'",
    );
    const found: string[] = [];
    for (const { table_schema: schema, table_name: table } of tables) {
      const { rows } = await client.query(`select t::text as row from "${schema}"."${table}" t`);
      const dump = rows.map(({ row }) => row).join('\n');
      for (const secret of NOT_IN_CLEAR) if (dump.includes(secret)) found.push(`${schema}.${table}: ${secret}`);
      // In a signed transaction, field code 0x74 precedes the signature.
      if (/TxnSignature|1200\d\d.{0,400}7321ED/.test(dump)) found.push(`${schema}.${table}: a signed blob`);
    }
    await client.end();
    const { readFileSync, readdirSync } = await import('node:fs');
    for (const file of readdirSync(`${program.dataDir}/logs`)) {
      const text = readFileSync(`${program.dataDir}/logs/${file}`, 'utf8');
      for (const secret of NOT_IN_CLEAR) if (text.includes(secret)) found.push(`${file}: ${secret}`);
    }
    expect(found).toEqual([]);
  });
});
