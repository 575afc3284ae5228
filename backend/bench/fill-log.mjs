// Fills a log fast with purchases as the program records them: numbered, sealed and authenticated by the program's own
// code, and written in batches as the log's owner. The events of a purchase are made from the golden events.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PostgresEnd } from '../dist/platform/event-store/copying/postgres-end.js';
import { judge } from '../dist/platform/event-store/eventstoredb/judge.js';
import { prepare } from '../dist/platform/event-store/prepare.js';
import { GENESIS } from '../dist/platform/event-store/seal.js';

const GOLDEN = fileURLToPath(new URL('../../contracts/test/golden-events/', import.meta.url));
const PAYMENT = '51cdb76d-5d1b-5837-8cdf-284c4cb12a39';
const PAYERS = ['rwbo6NBdmevfKxXjTQDUt6srWKQLLpPkqE', 'rQhWct2fv4Vc4KRjRgMrxa8xPN9Zx9iLKV'];
const WALLETS = 5_000;
const LISTINGS = 200;
const BATCH_COMMANDS = 500;
/** Two purchases a minute, so that a long log covers years. */
const MS_A_PURCHASE = 30_000;
const BEGAN = Date.parse('2000-01-01T00:00:00.000Z');

const golden = (name, version, changed = {}) => {
  const { stream, data } = JSON.parse(fs.readFileSync(`${GOLDEN}${name}.v${version}.json`, 'utf8'));
  return { type: name, version, stream, data: { ...data, ...changed } };
};

/** The events of one purchase, command by command. */
const PURCHASE = [
  [golden('PaymentStarted', 1), golden('TokensReserved', 1), golden('PayerPaymentOpened', 2)],
  ...['trust-line', 'recipient', 'platform'].flatMap((leg) => [
    [golden('LegPrepared', 2, { leg })],
    [golden('SignatureRequested', 1, { leg })],
    [golden('LegSigned', 1, { leg })],
    [golden('PaymentSubmitted', 1, { leg })],
    [golden('LegValidated', 1, { leg })],
  ]),
  [golden('LegValidated', 1, { leg: 'issuance' })],
  [
    golden('TokensPurchased', 1),
    golden('PaymentCompleted', 1),
    golden('PayerPaymentClosed', 2, { outcome: 'completed' }),
  ],
].map((events) => JSON.stringify(events));

const digest = (text) => createHash('sha256').update(text).digest('hex');

/** A UUID derived from a text. */
function uuidOf(text) {
  const hex = digest(text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const walletOf = (n) =>
  `r${digest(`wallet ${n % WALLETS}`)
    .slice(0, 32)
    .replaceAll('0', 'z')}`;

function commandOf(text, n, step, macs, at) {
  const [paymentId, wallet, property] = [uuidOf(`payment ${n}`), walletOf(n * 7), (n % LISTINGS) + 1];
  const written = text
    .replaceAll(PAYMENT, paymentId)
    .replaceAll(PAYERS[0], wallet)
    .replaceAll(PAYERS[1], wallet)
    .replaceAll('"propertyId":1,', `"propertyId":${property},`)
    .replaceAll('listing-1"', `listing-${property}"`)
    .replaceAll(
      /"([A-Za-z]*[hH]ash)":"[0-9A-F]{64}"/g,
      (_, name) => `"${name}":"${digest(`${n} ${step} ${name}`).toUpperCase()}"`,
    );
  const id = uuidOf(`command ${n} ${step}`);
  const metadata = { commandId: id, correlationId: id, causationId: id, businessDate: at.slice(0, 10) };
  const writes = JSON.parse(written).map(({ stream, ...event }) => ({ stream, expected: 'any', events: [event] }));
  const joined = new Map();
  for (const write of writes) {
    const known = joined.get(write.stream);
    if (known) known.events.push(...write.events);
    else joined.set(write.stream, write);
  }
  return prepare([...joined.values()], { metadata: { ...metadata, actor: { wallet, role: 'investor' } } }, macs);
}

/**
 * Fills an empty log, or one that this function filled before, up to at least this number of events.
 * @param revisions by stream, kept from one call to the next
 */
export async function fillLog(pool, macs, events, filled = { purchases: 0, revisions: new Map() }) {
  const end = new PostgresEnd(pool);
  filled.head = await headOf(pool);
  const commit = async (batch, at) => {
    const view = { head: filled.head, revisions: filled.revisions, commands: new Map() };
    const judged = judge(view, batch, at);
    for (const { stream, revision } of judged.events) filled.revisions.set(stream, revision);
    const { position, hash, at: written } = judged.events.at(-1);
    await end.write(filled.head.position, judged.events);
    filled.head = { position, hash, at: written };
  };
  if (filled.head.position === 0)
    await commit(
      Array.from({ length: LISTINGS }, (_, n) => listing(n + 1, macs)),
      new Date(BEGAN).toISOString(),
    );
  while (filled.head.position < events) {
    const batch = [];
    const at = new Date(BEGAN + filled.purchases * MS_A_PURCHASE).toISOString();
    while (batch.length < BATCH_COMMANDS) {
      const n = filled.purchases++;
      PURCHASE.forEach((text, step) => batch.push(commandOf(text, n, step, macs, at)));
    }
    await commit(batch, at);
    // Streams of completed purchases get no more events.
    for (const stream of filled.revisions.keys()) if (stream.startsWith('payment-')) filled.revisions.delete(stream);
  }
  return filled;
}

async function headOf(pool) {
  const { rows } = await pool.query('select position, hash, at from eventstore.events order by position desc limit 1');
  return rows[0] ? { ...rows[0], position: Number(rows[0].position) } : { position: 0, hash: GENESIS, at: '' };
}

function listing(propertyId, macs) {
  const { type, version, data } = golden('ListingCreated', 1, { propertyId, tokenCount: 10_000_000 });
  const id = uuidOf(`listing ${propertyId}`);
  const metadata = { commandId: id, correlationId: id, causationId: id, businessDate: '2000-01-01' };
  const writes = [{ stream: `listing-${propertyId}`, expected: 'none', events: [{ type, version, data }] }];
  return prepare(writes, { metadata: { ...metadata, actor: { wallet: null, role: 'system' } } }, macs);
}
