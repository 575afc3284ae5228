#!/usr/bin/env node
// Verifies an exported log, or a receipt, of a tknest platform against the XRP Ledger. One file, no dependencies, no
// code of the platform; needs Node 20 or newer. The rules are in docs/log-format.md; verify_log.py implements the same
// rules.
//
//   node verify-log.mjs log.jsonl --issuer r… --ledger https://… [--checkpoint FILE --key KEY] [--manifest FILE]
//                                 [--accept TXHASH]… [--max-age MINUTES]
//   node verify-log.mjs receipt.json --issuer r… --ledger https://…
//
// --issuer is the token issuer's address, which you must know from another source than the file. --ledger is the
// JSON-RPC address of a node that you trust, with full history. Exit codes: 0 everything is correct; 1 something does
// not fit; 2 it could not be checked; 3 the log is not anchored yet; 4 an anchor is not proved, or the newest one is
// too old.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const [HOLDS, FALSE, UNCHECKED, NOT_ANCHORED, NOT_PROVED] = [0, 1, 2, 3, 4];
const MAX_AGE_MINUTES = 180;
const say = (line) => process.stdout.write(`${line}\n`);

/** Ends the check with this exit code. */
class Verdict extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}
const must = (holds, message) => {
  if (!holds) throw new Verdict(FALSE, message);
};

// ── Hashes ──────────────────────────────────────────────────────────────────────────────────────────────────────────
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const int = (value, bytes) => {
  const buffer = Buffer.alloc(bytes);
  if (bytes === 8) buffer.writeBigInt64BE(BigInt(value));
  else buffer.writeInt32BE(value);
  return buffer;
};
const text = (value) => Buffer.concat([int(Buffer.byteLength(value), 4), Buffer.from(value, 'utf8')]);

/** The seal of an event, given the seal of the event before it: docs/log-format.md, "The chain". */
const sealOf = (previous, event) =>
  sha256(
    previous,
    int(event.position, 8),
    text(event.stream),
    int(event.revision, 4),
    Buffer.from(event.id.replaceAll('-', ''), 'hex'),
    text(event.type),
    int(event.version, 4),
    text(event.at),
    text(event.data),
    text(event.metadata),
  );
const leafOf = (seal) => sha256(Buffer.from([0]), seal);
const nodeOf = (left, right) => sha256(Buffer.from([1]), left, right);

/** The Merkle tree of RFC 6962; only the roots of its complete subtrees are stored. */
class Tree {
  size = 0;
  parts = [];
  add(leaf) {
    this.size++;
    let hash = leaf;
    for (let n = this.size; n % 2 === 0; n /= 2) hash = nodeOf(this.parts.pop(), hash);
    this.parts.push(hash);
  }
  root() {
    return this.size === 0 ? sha256() : this.parts.reduceRight((right, left) => nodeOf(left, right));
  }
}

/** The root computed from a leaf and its proof (RFC 9162, 2.1.3.2); null if the proof has the wrong length. */
function rootFromProof(leaf, index, size, proof) {
  let [at, last, root] = [index, size - 1, leaf];
  if (!(index >= 0 && index < size)) return null;
  for (const beside of proof) {
    if (last === 0) return null;
    if (at % 2 === 1 || at === last) {
      root = nodeOf(beside, root);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else root = nodeOf(root, beside);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root : null;
}

// ── Signatures ──────────────────────────────────────────────────────────────────────────────────────────────────────
/** The public key in a verifier key: name+hash+base64(1 ‖ key). */
function readKey(key) {
  const [name, hash, ...rest] = key.trim().split('+');
  const bytes = Buffer.from(rest.join('+'), 'base64');
  must(bytes.length === 33 && bytes[0] === 1, 'The key is not an Ed25519 key of signed notes');
  const expected = sha256(`${name}\n`, bytes).subarray(0, 4).toString('hex');
  must(hash === expected, 'The key does not match its name');
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes.subarray(1)]);
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
  return { name, hash, publicKey, digest: sha256(bytes.subarray(1)).toString('hex') };
}

/** The contents of a checkpoint, after its signature was checked. */
function openCheckpoint(note, key) {
  const end = note.indexOf('\n\n');
  must(end > 0, 'The checkpoint is not a signed note');
  const signed = note.slice(0, end + 1);
  const signature = note
    .slice(end + 2)
    .split('\n')
    .filter((line) => line.startsWith(`— ${key.name} `))
    .map((line) => Buffer.from(line.split(' ')[2], 'base64'))
    .find((bytes) => bytes.subarray(0, 4).toString('hex') === key.hash);
  must(
    signature && verify(null, Buffer.from(signed), key.publicKey, signature.subarray(4)),
    'The checkpoint is not signed by this key',
  );
  const [origin, size, root] = signed.split('\n');
  must(/^\d{1,15}$/.test(size), 'The checkpoint does not name a size');
  return { origin, size: Number(size), root: Buffer.from(root, 'base64').toString('hex') };
}

/** RFC 8785 for the values in these files: no fractions. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${fields.join(',')}}`;
}
function mustBeSigned({ signature, ...rest }, what) {
  must(signature, `${what} is not signed`);
  const key = readKey(signature.key);
  const right = verify(null, Buffer.from(canonical(rest)), key.publicKey, Buffer.from(signature.value, 'base64'));
  must(right, `${what} was changed after it was signed`);
  return key;
}

// ── The ledger ──────────────────────────────────────────────────────────────────────────────────────────────────────
async function ask(node, method, params) {
  const body = JSON.stringify({ method, params: [{ api_version: 2, ...params }] });
  const unreachable = (why) => new Verdict(UNCHECKED, `The node did not answer ${method}: ${why}`);
  const answer = await fetch(node, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
    signal: AbortSignal.timeout(60_000),
  }).catch((error) => {
    throw unreachable(error.message);
  });
  const { result } = await answer.json().catch(() => ({}));
  if (!result) throw unreachable(`HTTP ${answer.status}`);
  if (result.error && result.error !== 'txnNotFound') throw unreachable(result.error_message ?? result.error);
  return result;
}

/** A transaction of a validated ledger, from either version of the API; null if it is not validated. */
function readTransaction(entry) {
  const tx = entry.tx_json ?? entry.tx ?? entry;
  if (!entry.validated || !entry.meta) return null;
  return {
    tx,
    meta: entry.meta,
    hash: entry.hash ?? tx.hash,
    ledger: entry.ledger_index ?? tx.ledger_index,
    // Seconds since 2000-01-01T00:00:00Z in the older form.
    closed: entry.close_time_iso ? Date.parse(entry.close_time_iso) : (tx.date ?? 0) * 1000 + 946_684_800_000,
  };
}

const hex = (value) => Buffer.from(value, 'utf8').toString('hex').toUpperCase();
const HASH = /^[0-9a-f]{64}$/;
/** The contents of an anchor; null if the transaction is not an anchor of this issuer. */
function readAnchor({ tx, meta, hash, ledger, closed }, issuer) {
  if (tx.Account !== issuer || tx.TransactionType !== 'AccountSet' || meta.TransactionResult !== 'tesSUCCESS')
    return null;
  for (const { Memo } of tx.Memos ?? []) {
    let said;
    try {
      said = JSON.parse(Buffer.from(Memo.MemoData, 'hex').toString('utf8'));
    } catch {
      continue;
    }
    const whole = [said.root, said.head, said.key].every((value) => HASH.test(value));
    if (Memo.MemoType === hex('tknest/anchor/1') && Number.isSafeInteger(said.size) && whole)
      return { size: said.size, head: said.head, root: said.root, key: said.key, hash, ledger, closed };
  }
  return null;
}

/** Every anchor of the issuer that the node shows, and the oldest and newest ledger that it has. */
async function anchorsOf(issuer, node) {
  const anchors = [];
  let [marker, oldest, newest] = [undefined, 0, Infinity];
  do {
    const range = { ledger_index_min: -1, ledger_index_max: -1, forward: true, limit: 200 };
    const page = await ask(node, 'account_tx', { account: issuer, ...range, ...(marker ? { marker } : {}) });
    for (const entry of page.transactions ?? []) {
      const found = readTransaction(entry);
      const anchor = found && readAnchor(found, issuer);
      if (anchor) anchors.push(anchor);
    }
    oldest = Math.max(oldest, page.ledger_index_min ?? 0);
    newest = Math.min(newest, page.ledger_index_max ?? Infinity);
    marker = page.marker;
  } while (marker);
  return { anchors, oldest, newest };
}

async function transactionOf(hash, node) {
  const found = await ask(node, 'tx', { transaction: hash });
  return found.error ? null : readTransaction(found);
}

// ── A log ───────────────────────────────────────────────────────────────────────────────────────────────────────────
/** The lines of a file. Only a line feed ends one; readline would also split at U+2028, which texts may contain. */
async function* linesOf(file) {
  let begun = [];
  for await (const chunk of createReadStream(file)) {
    let from = 0;
    for (let end; (end = chunk.indexOf(10, from)) >= 0; from = end + 1) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)]);
      begun = [];
    }
    begun.push(chunk.subarray(from));
  }
  yield Buffer.concat(begun);
}

const TEXTS = ['position', 'stream', 'id', 'type', 'at', 'data', 'metadata', 'hash'];
const INTEGERS = ['revision', 'version'];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Whether the line has exactly the fields that the seal covers, each in its only valid form. */
const isEvent = (event) =>
  Object.keys(event).length === TEXTS.length + INTEGERS.length &&
  TEXTS.every((name) => typeof event[name] === 'string') &&
  INTEGERS.every((name) => Number.isInteger(event[name])) &&
  UUID.test(event.id);

/** Reads the file once: recomputes the chain, and the root at each requested size. */
async function readLog(file, sizes) {
  const tree = new Tree();
  const found = {
    heads: new Map(),
    roots: new Map(),
    issuer: null,
    named: new Map(),
    times: [],
    digest: createHash('sha256'),
    bytes: 0,
    lines: [],
  };
  let previous = Buffer.alloc(32);
  for await (const bytes of linesOf(file)) {
    const line = bytes.toString('utf8').replace(/\r+$/, '');
    if (line.trim() === '') continue;
    let event;
    try {
      event = JSON.parse(line);
    } catch {
      throw new Verdict(FALSE, `Line ${tree.size + 1} is not JSON`);
    }
    if (event?.part)
      throw new Verdict(UNCHECKED, 'This file contains only a part of the log, so it cannot be verified');
    const expected = String(tree.size + 1).padStart(20, '0');
    must(event !== null && typeof event === 'object', `Line ${tree.size + 1} is not an event`);
    must(event.position === expected, `Position ${expected} is missing: the next line is ${event.position}`);
    must(isEvent(event), `Position ${expected} does not follow the format`);
    const seal = sealOf(previous, event);
    must(seal.toString('hex') === event.hash, `Position ${event.position} does not fit its seal: it was changed`);
    previous = seal;
    tree.add(leafOf(seal));
    if (sizes.has(tree.size)) {
      found.heads.set(tree.size, event.hash);
      found.roots.set(tree.size, tree.root().toString('hex'));
    }
    found.digest.update(`${line}\n`);
    found.bytes += Buffer.byteLength(line) + 1;
    note(event, found);
  }
  return { ...found, size: tree.size, root: tree.root().toString('hex'), head: previous.toString('hex') };
}

/** What the checks need from an event: the log's issuer, the anchors that it names, whether anchoring wrote it. */
function note({ type, stream, data, position }, found) {
  if (!/^(anchor-|account-issuer$)/.test(stream)) found.lastOther = Number(position);
  if (type === 'PlatformAccountMade') {
    const { name, address } = JSON.parse(data);
    if (name === 'issuer') found.issuer = address;
  }
  if (type !== 'AnchorConcluded') return;
  const { hash, result, ledgerIndex } = JSON.parse(data);
  if (result === 'tesSUCCESS' && ledgerIndex !== null) found.named.set(hash, ledgerIndex);
}

async function verifyLog(file, { issuer, ledger, checkpoint, key, manifest, accept = [], maxAge }) {
  const { anchors, oldest, newest: latest } = await anchorsOf(issuer, ledger);
  const signer = key && readKey(isFile(key) ? readFileSync(key, 'utf8') : key);
  if (checkpoint && !signer) throw new Verdict(UNCHECKED, '--checkpoint needs --key');
  const signed = checkpoint && openCheckpoint(readFileSync(checkpoint, 'utf8'), signer);
  const log = await readLog(file, new Set([...anchors.map(({ size }) => size), ...(signed ? [signed.size] : [])]));
  say(`log: ${log.size} events, head ${log.head}, root ${log.root}`);
  must(!log.issuer || log.issuer === issuer, `The log belongs to the issuer ${log.issuer}, not to ${issuer}`);

  for (const anchor of anchors) {
    const at = `The anchor ${anchor.hash} in ledger ${anchor.ledger}`;
    must(anchor.size <= log.size, `${at} covers ${anchor.size} events, the log has ${log.size}: its end was cut off`);
    must(log.heads.get(anchor.size) === anchor.head, `${at} names a different event at position ${anchor.size}`);
    must(log.roots.get(anchor.size) === anchor.root, `${at} names a different root`);
  }
  if (signed) checkCheckpoint(signed, signer, { log, anchors, issuer });
  if (manifest) checkManifest(JSON.parse(readFileSync(manifest, 'utf8')), { log, anchors, issuer });

  const onLedger = new Set(anchors.map(({ hash }) => hash));
  const absent = [...log.named].filter(([hash]) => !onLedger.has(hash));
  for (const [hash, at] of absent)
    must(
      at < oldest || at > latest,
      `The log names the anchor ${hash} in ledger ${at}, but that ledger does not have it`,
    );
  const unproved = absent.filter(([hash]) => !accept.includes(hash));
  say(`anchors of ${issuer}: ${anchors.length} on the ledger, and the log fits all of them`);
  for (const [hash, at] of unproved)
    say(`not proved: anchor ${hash}, ledger ${at}: the node has only the ledgers ${oldest} to ${latest}`);

  if (anchors.length === 0 && absent.length === 0)
    throw new Verdict(NOT_ANCHORED, 'The log is consistent, but no anchor confirms it yet');
  const newest = anchors.at(-1);
  say(`${newest ? log.size - newest.size : log.size} events are newer than the newest anchor`);
  if (unproved.length > 0)
    throw new Verdict(NOT_PROVED, 'Use a node with full history, or accept each anchor with --accept HASH');
  const ageMinutes = newest ? Math.round((Date.now() - newest.closed) / 60_000) : Infinity;
  if (newest && (log.lastOther ?? 0) > newest.size && ageMinutes > maxAge)
    throw new Verdict(NOT_PROVED, `The newest anchor is ${ageMinutes} minutes old, and the log has grown since`);
  return HOLDS;
}

function mustBeAnchored(key, anchors, what) {
  const keys = anchors.flatMap((anchor) => anchor.key ?? []);
  must(keys.length === 0 || keys.includes(key.digest), `The key of the ${what} is in no anchor`);
}

function checkCheckpoint(signed, signer, { log, anchors, issuer }) {
  must(signed.origin === `tknest/${issuer}`, `The checkpoint belongs to ${signed.origin}`);
  must(signed.size <= log.size, `The checkpoint covers ${signed.size} events, the log has ${log.size}`);
  must(signed.size === 0 || log.roots.get(signed.size) === signed.root, 'The checkpoint belongs to another log');
  mustBeAnchored(signer, anchors, 'checkpoint');
  say(`checkpoint of ${signed.size} events: fits`);
}

function checkManifest(manifest, { log, anchors, issuer }) {
  const key = mustBeSigned(manifest, 'The manifest');
  must(key.name === `tknest/${issuer}`, `The manifest is signed for ${key.name}`);
  mustBeAnchored(key, anchors, 'manifest');
  must(manifest.events === log.size, `The manifest lists ${manifest.events} events, the log has ${log.size}`);
  must(manifest.headHash === log.head, 'The manifest names a different last event');
  must(manifest.root === null || manifest.root === log.root, 'The manifest names a different root');
  must(manifest.log.sha256 === log.digest.digest('hex'), 'The file is not the one that the manifest describes');
  say('manifest: signed, fits');
}

// ── A receipt ───────────────────────────────────────────────────────────────────────────────────────────────────────
async function verifyReceipt(receipt, { issuer, ledger }) {
  const key = mustBeSigned(receipt, 'The receipt');
  must(receipt.issuer === issuer, `The receipt belongs to the issuer ${receipt.issuer}, not to ${issuer}`);
  must(key.name === `tknest/${issuer}`, `The receipt is signed for ${key.name}`);
  if (!receipt.anchor || !receipt.checkpoint)
    throw new Verdict(NOT_ANCHORED, 'The receipt is signed, but its events are not anchored on the ledger yet');
  const checkpoint = openCheckpoint(receipt.checkpoint, key);
  for (const event of receipt.events) checkEvent(event, checkpoint);
  say(
    `${receipt.events.length} events of payment ${receipt.payment.id}: each is in the log of ${checkpoint.size} events`,
  );

  const carrier = await transactionOf(receipt.anchor.txHash, ledger);
  const anchor = carrier && readAnchor(carrier, issuer);
  if (!anchor) throw new Verdict(NOT_PROVED, `The node does not have the anchor ${receipt.anchor.txHash}`);
  must(
    anchor.size === checkpoint.size && anchor.root === checkpoint.root,
    'The anchor on the ledger belongs to another log',
  );
  must(anchor.key === key.digest, 'The anchor on the ledger names a different key');
  say(`anchor: ledger ${anchor.ledger}, ${new Date(anchor.closed).toISOString()}`);

  must(receipt.payment.legs.length > 0, 'The receipt names no transaction');
  for (const leg of receipt.payment.legs) await checkLeg(leg, receipt, ledger);
  return HOLDS;
}

function checkEvent(event, { size, root }) {
  const at = `Position ${event.position}`;
  if (event.data !== undefined)
    must(
      sealOf(Buffer.from(event.previous, 'hex'), event).toString('hex') === event.hash,
      `${at} does not fit its seal`,
    );
  const leaf = leafOf(Buffer.from(event.hash, 'hex'));
  const proof = event.proof.map((one) => Buffer.from(one, 'hex'));
  must(
    rootFromProof(leaf, Number(event.position) - 1, size, proof)?.toString('hex') === root,
    `${at} is not in the log`,
  );
}

/** A currency code as on the ledger: three characters, or its bytes as 40 hexadecimal digits. */
const codeOf = (currency) => (currency.length === 3 ? currency : hex(currency).padEnd(40, '0'));

async function checkLeg({ kind, hash, ledger: index, from, to, amount, currency }, { events, issuer }, node) {
  const found = await transactionOf(hash, node);
  if (!found) throw new Verdict(NOT_PROVED, `The node does not have the transaction ${hash} (${kind})`);
  const { tx, meta } = found;
  must(
    meta.TransactionResult === 'tesSUCCESS' && found.ledger === index,
    `The ledger has a different result for ${hash}`,
  );
  must(tx.Account === from && tx.Destination === to, `The transaction ${hash} is between other parties`);
  const delivered = meta.delivered_amount ?? meta.DeliveredAmount;
  must(
    typeof delivered === 'object' && Number(delivered.value) === Number(amount),
    `${hash} delivered a different amount`,
  );
  // Anybody may issue a currency of any name: TKNEST must be the issuer's, and the issuer of the RLUSD is printed.
  const isIt = delivered.currency === codeOf(currency) && (currency !== 'TKNEST' || delivered.issuer === issuer);
  must(isIt, `${hash} delivered a currency other than ${currency}`);
  must(
    events.some(({ data }) => data?.includes(hash)),
    `No event of the receipt names ${hash}`,
  );
  say(`${kind}: ${amount} ${currency} of ${delivered.issuer} from ${from} to ${to}, ledger ${index}`);
}

// ── The command ─────────────────────────────────────────────────────────────────────────────────────────────────────
function isFile(name) {
  try {
    return readFileSync(name).length > 0;
  } catch {
    return false;
  }
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      issuer: { type: 'string' },
      ledger: { type: 'string' },
      checkpoint: { type: 'string' },
      key: { type: 'string' },
      manifest: { type: 'string' },
      accept: { type: 'string', multiple: true },
      'max-age': { type: 'string', default: String(MAX_AGE_MINUTES) },
    },
  });
  const [file] = positionals;
  const maxAge = Number(values['max-age']);
  if (!file || !values.issuer || !values.ledger || !(maxAge >= 0))
    throw new Verdict(UNCHECKED, 'usage: node verify-log.mjs log.jsonl|receipt.json --issuer r… --ledger https://…');
  if (!isFile(file)) throw new Verdict(UNCHECKED, `${file} is empty, or cannot be read`);
  const whole = file.endsWith('.json') ? JSON.parse(readFileSync(file, 'utf8')) : null;
  return whole ? verifyReceipt(whole, values) : verifyLog(file, { ...values, maxAge });
}

main().then(
  (code) => {
    say('Everything is correct.');
    process.exitCode = code;
  },
  (error) => {
    say(error instanceof Verdict ? error.message : `It could not be checked: ${error.message}`);
    process.exitCode = error.code && Number.isInteger(error.code) ? error.code : UNCHECKED;
  },
);
