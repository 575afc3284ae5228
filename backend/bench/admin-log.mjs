// `node backend/bench/admin-log.mjs [rows]`: how fast the administrator's transaction log answers at a million rows,
// and the marketplace at 2,000 listings. Asks the whole program over HTTP with a session, as the pages do: every
// filter, range and search alone, every pair of them, first and deep pages. Build first. Exit code 1 if the p95 of a
// typical request is above 15 ms, or that of the worst pair above 100 ms. Absolute numbers need an idle machine.
import fs from 'node:fs';
import pg from 'pg';
import { Person } from '../../scripts/lib/platform-client.mjs';
import { withProgram } from '../../scripts/lib/throwaway-program.mjs';

const ROWS = Number(process.argv[2] ?? 1_000_000);
const TYPICAL_P95_MS = 15;
const WORST_P95_MS = 100;
// Enough that the 95th percentile is not just the slowest answer.
const [ROUNDS, PAIR_ROUNDS] = [40, 24];
const LISTINGS = 2_000;

await withProgram({ DEMO_DATA: 'none', RATE_LIMITS: 'off' }, async (runtime) => {
  const busiest = await fill(runtime.database);
  const admin = await new Person(
    runtime,
    runtime.wallets.find(({ role }) => role === 'admin'),
  ).signIn('investor');
  process.exitCode = (await measure(admin, busiest)) ? 0 : 1;
});

/**
 * Fills in a million rows, with the migrations' indexes, and their daily sums. @returns the wallet and the property
 * with the most rows
 */
async function fill(database) {
  const client = new pg.Client(database);
  await client.connect();
  const began = Date.now();
  await client.query("set search_path = read_models, public; set maintenance_work_mem = '512MB'");
  const { rows: indexes } = await client.query(
    "select indexname, indexdef from pg_indexes where schemaname = 'read_models' and tablename = 'transactions' and indexname not like '%key'",
  );
  for (const { indexname } of indexes.filter(({ indexname }) => indexname !== 'transactions_pkey'))
    await client.query(`drop index "${indexname}"`);
  await client.query(fs.readFileSync(new URL('million-transactions.sql', import.meta.url), 'utf8'), [ROWS]);
  for (const { indexname, indexdef } of indexes) if (indexname !== 'transactions_pkey') await client.query(indexdef);
  await client.query(
    'insert into transaction_days select left(at, 10), type, status, count(*), sum(amount) from transactions group by 1, 2, 3 on conflict do nothing',
  );
  await client.query(
    String.raw`insert into transaction_texts select distinct text_key, type, lower(description || E'\n' || coalesce(property_name, '')) from transactions on conflict do nothing`,
  );
  await client.query(
    'insert into transaction_wallets select distinct user_wallet from transactions on conflict do nothing',
  );
  for (const table of ['transactions', 'transaction_days', 'transaction_texts', 'transaction_wallets'])
    await client.query(`vacuum analyze ${table}`);
  await client.query(
    `insert into properties (id, owner, name, address, monthly_rent, funding_goal, funding_purpose, term_months, monthly_rate, token_price, token_count, payout_per_token, redemption_clause, tokens_sold, tokens_reserved, status, created_at)
     select n, 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe', 'House ' || n, n || ' Example Street, Springfield, IL 62701', 2500, 25000, 'Roof renewal', 6 * (1 + n % 10), 3 + n % 90 / 10.0, 100, 250, 2.67, 'Landlord has the right to redeem all tokens with 30-day notice.',
            n % 251, 0, case when n % 251 = 250 then 'funded' else 'open' end, '2026-11-21T00:00:00.000Z' from generate_series(1, $1::int) n on conflict do nothing`,
    [LISTINGS],
  );
  await client.query('vacuum analyze properties');
  const most = async (column) =>
    (
      await client.query(
        `select ${column} as one from transactions where property_id is not null group by 1 order by count(*) desc limit 1`,
      )
    ).rows[0].one;
  const busiest = { wallet: await most('user_wallet'), propertyId: String(await most('property_id')) };
  await client.end();
  process.stderr.write(`${ROWS.toLocaleString('en')} rows in ${((Date.now() - began) / 1000).toFixed(0)} s\n`);
  return busiest;
}

async function measure(admin, busiest) {
  const [sample] = await admin.get('/api/admin/all-transactions?type=property_purchase&status=completed&limit=1');
  const filters = {
    type: ['property_purchase', 'monthly_payout', 'principal_payback', 'rlusd_payment', 'platform_fee'],
    status: ['completed', 'processing', 'pending', 'failed'],
    days: ['7', '30', '90', '365'],
    wallet: [busiest.wallet],
    propertyId: [busiest.propertyId],
    search: [
      sample.propertyName,
      sample.userWallet.slice(0, 12),
      sample.txHash.slice(0, 8),
      'purchase',
      'rent share',
      'fee: purchase of 7',
      'zzz',
      'court',
    ],
  };
  const singles = [
    {},
    ...Object.entries(filters).flatMap(([name, values]) => values.map((value) => ({ [name]: value }))),
  ];
  const pairs = singles.slice(1).flatMap((one, index) =>
    singles
      .slice(index + 2)
      .filter((other) => Object.keys(one)[0] !== Object.keys(other)[0])
      .map((other) => ({ ...one, ...other })),
  );
  const deep = await deepCursors(admin);

  const typical = [];
  for (const filter of singles)
    for (const cursor of deep) typical.push(await time(admin, { ...filter, cursor }, ROUNDS));
  const worst = [];
  for (const filter of pairs)
    for (const cursor of [undefined, deep.at(-1)]) worst.push(await time(admin, { ...filter, cursor }, PAIR_ROUNDS));
  const stats = await timeOf(() => admin.get('/api/admin/platform-stats'), ROUNDS);

  const market = [];
  for (const query of [
    '',
    'sort=apr',
    'sort=price&available=true',
    'search=house 19',
    'search=springfield&sort=term',
    `cursor=${Buffer.from(String(LISTINGS - 100)).toString('base64url')}`,
  ]) {
    market.push({
      what: `marketplace ${query}`,
      ...(await timeOf(() => admin.get(`/api/properties?limit=24&${query}`), ROUNDS)),
    });
  }

  const byP95 = (a, b) => b.p95 - a.p95;
  const line = ({ what, p50, p95, rows }) =>
    `${p50.toFixed(1).padStart(7)} ${p95.toFixed(1).padStart(7)}  ${String(rows).padStart(3)} rows  ${what}\n`;
  const out = (text) => process.stdout.write(text);
  out(
    `    p50     p95\nTypical, slowest of ${typical.length} (a filter, a range or a search; first page, a quarter in, half in, almost at the end):\n`,
  );
  typical
    .sort(byP95)
    .slice(0, 8)
    .forEach((one) => out(line(one)));
  const all = typical.flatMap(({ times }) => times).sort((a, b) => a - b);
  const typicalP95 = all[Math.floor(all.length * 0.95)];
  out(
    `all typical questions together: p50 ${all[Math.floor(all.length / 2)].toFixed(1)} ms, p95 ${typicalP95.toFixed(1)} ms (at most ${TYPICAL_P95_MS})\n`,
  );
  out(`Pairs, slowest of ${worst.length}:\n`);
  worst
    .sort(byP95)
    .slice(0, 8)
    .forEach((one) => out(line(one)));
  out(
    `worst pair: p95 ${worst[0].p95.toFixed(1)} ms (at most ${WORST_P95_MS})\nsummary figures: p95 ${stats.p95.toFixed(1)} ms\nMarketplace of ${LISTINGS.toLocaleString('en')} listings:\n`,
  );
  market.sort(byP95).forEach((one) => out(line(one)));
  return typicalP95 <= TYPICAL_P95_MS && worst[0].p95 <= WORST_P95_MS;
}

/**
 * Cursors of pages in the log, made from rows as the API makes them: the first page, a quarter in, half in, almost at
 * the end.
 */
async function deepCursors(admin) {
  const { headers } = await admin.call('GET', '/api/admin/all-transactions?limit=1');
  const newest = Number(JSON.parse(Buffer.from(headers.get('x-next-cursor'), 'base64url').toString()));
  return [
    undefined,
    ...[0.75, 0.5, 0.02].map((share) =>
      Buffer.from(JSON.stringify(String(Math.floor(newest * share)))).toString('base64url'),
    ),
  ];
}

async function time(admin, filter, rounds) {
  const asked = Object.entries(filter).filter(([, value]) => value !== undefined);
  const url = `/api/admin/all-transactions?${new URLSearchParams([...asked, ['limit', '25']])}`;
  return {
    what:
      asked
        .map(([name, value]) => (name === 'cursor' ? `after ${Buffer.from(value, 'base64url')}` : `${name}=${value}`))
        .join(' ') || 'everything',
    ...(await timeOf(() => admin.get(url), rounds)),
  };
}

async function timeOf(ask, rounds) {
  const times = [];
  let rows = 0;
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    rows = (await ask()).length;
    times.push(performance.now() - began);
  }
  const sorted = [...times].sort((a, b) => a - b);
  return {
    times,
    rows,
    p50: sorted[Math.floor(rounds / 2)],
    p95: sorted[Math.min(rounds - 1, Math.floor(rounds * 0.95))],
  };
}
