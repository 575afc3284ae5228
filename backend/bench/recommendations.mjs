// `node backend/bench/recommendations.mjs [listings] [purchases]`: how fast the market and the recommendations answer
// at 2,000 listings and 100,000 purchases, asked over HTTP of the whole program, and how fast their read model folds
// such a log. Build first. Exit code 1 if a p95 is above 50 ms. Absolute numbers need an idle machine.
import {
  MarketPerson,
  MarketPosition,
  MarketProperty,
} from '../dist/features/recommendations/read-models/market/market.entities.js';
import { marketProjection } from '../dist/features/recommendations/read-models/market/market.projection.js';
import { createDataSource } from '../dist/platform/database/data-source.js';
import { toPosition } from '../dist/platform/event-store/positions.js';
import { Person } from '../../scripts/lib/platform-client.mjs';
import { withProgram } from '../../scripts/lib/throwaway-program.mjs';
import { percentiles } from './measure.mjs';

const [LISTINGS, PURCHASES] = [Number(process.argv[2] ?? 2_000), Number(process.argv[3] ?? 100_000)];
const PEOPLE = 10_000;
const PAGE = 1_000;
const ROUNDS = 200;
const MOST_P95_MS = 50;
/** One purchase in this many is the requesting person's own. */
const OWN = 250;
const say = (line) => void process.stdout.write(`${line}\n`);

await withProgram({ DEMO_DATA: 'none', RATE_LIMITS: 'off' }, async (runtime) => {
  const investor = await new Person(
    runtime,
    runtime.wallets.find(({ role }) => role === 'investor'),
  ).signIn('investor');
  await investor.verify('investor', { firstName: 'Ida', lastName: 'Example', email: 'ida@example.com' });
  await fill(runtime.database, investor.address);
  const measured = [];
  for (const [what, path] of [
    ['market, first page', '/api/ai/market'],
    ['market, last page', `/api/ai/market?cursor=${Buffer.from(String(LISTINGS - 50)).toString('base64url')}`],
    ['recommendations', '/api/ai/recommendations'],
    ['a session, to compare', '/api/session'],
  ])
    measured.push([what, await timed(() => investor.get(path))]);
  for (const [what, { p50, p95 }] of measured)
    say(`${what.padEnd(22)} p50 ${p50.toFixed(1).padStart(6)} ms  p95 ${p95.toFixed(1).padStart(6)} ms`);
  process.exitCode = measured.every(([, { p95 }]) => p95 <= MOST_P95_MS) ? 0 : 1;
});

/** Folds the log of such a market, as a rebuild would. */
async function fill(database, wallet) {
  const db = await createDataSource(database, [MarketProperty, MarketPerson, MarketPosition]).initialize();
  const began = performance.now();
  const log = [...events(wallet)];
  for (let from = 0; from < log.length; from += PAGE)
    await db.transaction((tx) => marketProjection.apply(log.slice(from, from + PAGE), tx));
  say(`${log.length.toLocaleString('en')} events folded in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  await db.query('vacuum analyze market_properties, market_people, market_positions');
  await db.destroy();
}

function* events(wallet) {
  let position = 0;
  const event = (type, data) => ({
    type,
    data,
    position: toPosition(++position),
    metadata: { businessDate: new Date(Date.UTC(2026, 0, 1 + position / 500)).toISOString().slice(0, 10) },
  });
  for (let id = 1; id <= LISTINGS; id++)
    yield event('ListingCreated', {
      propertyId: id,
      owner: `rOwner${id % 400}`,
      name: `House ${id}`,
      address: `${id} Example Street, City ${id % 60}, IL 62701`,
      monthlyRent: String(2_500 + (id % 900)),
      fundingGoal: '25000',
      fundingPurpose: ['New boiler', 'Roof renewal', 'Two kitchens'][id % 3],
      tokenTermMonths: 6 * (2 + (id % 9)),
      monthlyRate: String(3 + (id % 90) / 10),
      tokenPrice: String(25 * (1 + (id % 12))),
      tokenCount: 10_000,
      monthlyPayoutPerToken: '2.668461',
    });
  for (let turn = 1; turn <= PURCHASES; turn++) {
    const propertyId = 1 + ((turn * 7919) % LISTINGS);
    const buyer = turn % OWN === 0 ? wallet : `rBuyer${(turn * 104729) % PEOPLE}`;
    const [tokens, cost] = [1 + (turn % 9), String(100 * (1 + (turn % 9)))];
    yield event('TokensReserved', { propertyId, wallet: buyer, tokens });
    yield event('TokensPurchased', { propertyId, wallet: buyer, tokens, cost });
  }
}

async function timed(call) {
  for (let round = 0; round < 20; round++) await call();
  const taken = [];
  for (let round = 0; round < ROUNDS; round++) {
    const sent = performance.now();
    await call();
    taken.push(performance.now() - sent);
  }
  const { p50 } = percentiles(taken);
  return { p50, p95: taken[Math.floor(taken.length * 0.95)] };
}
