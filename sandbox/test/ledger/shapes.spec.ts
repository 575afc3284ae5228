import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Wallet } from 'xrpl';
import { type LedgerServer, startLedger } from './support/ledger-server.js';
import { GENESIS, payment, People, setting, trust, usd } from './support/people.js';
import { shapeDifferences } from './support/shape.js';

type Json = Record<string, any>;
const recorded = JSON.parse(
  fs.readFileSync(fileURLToPath(new URL('./conformance/shapes.json', import.meta.url)), 'utf8'),
) as Json;
const wallet = (name: string): Wallet =>
  Wallet.fromSeed(recorded['accounts'][name].seed, { algorithm: 'ecdsa-secp256k1' } as never);

/** Not compared: what the recorded node says of its own machine, and hashes of transactions it alone has. */
const OWN_MATTERS = /\.(ports|time)\b|info\.network_id|state\.network_id/;

describe('answers have the recorded keys and types', () => {
  let server: LedgerServer;
  let people: People;
  const hashes = new Map<string, string>();
  const [alice, bob, issuer, other] = ['alice', 'bob', 'issuer', 'other'].map(wallet) as [
    Wallet,
    Wallet,
    Wallet,
    Wallet,
  ];

  /** The situation that the shapes were recorded in. */
  beforeAll(async () => {
    server = await startLedger();
    people = await People.on(server);
    for (const person of [alice, bob, issuer, other]) await people.send(GENESIS, payment(person, '100000000'));
    await people.close();
    await people.send(issuer, setting(8));
    await people.close();
    await people.send(alice, trust(issuer, '1000'));
    await people.send(bob, trust(issuer, '1000'));
    await people.send(alice, { TransactionType: 'TicketCreate', TicketCount: 2 });
    await people.send(alice, { TransactionType: 'DepositPreauth', Authorize: bob.classicAddress });
    await people.send(alice, {
      TransactionType: 'SignerListSet',
      SignerQuorum: 1,
      SignerEntries: [{ SignerEntry: { Account: bob.classicAddress, SignerWeight: 1 } }],
    });
    await people.close();
    await people.send(issuer, payment(alice, usd(issuer, '100')));
    await people.close();
    const paid = await people.submit(
      alice,
      payment(bob, usd(issuer, '12.5'), {
        DestinationTag: 7,
        LastLedgerSequence: 200_000,
        Memos: [{ Memo: { MemoData: '3432' } }],
      }),
    );
    const failed = await people.submit(alice, payment(wallet('ghost'), '5'));
    hashes.set(recorded['shapes'].tx.v1.request.transaction, paid['tx_json'].hash);
    hashes.set(recorded['shapes']['tx failed with tec'].v1.request.transaction, failed['tx_json'].hash);
    await people.close();
  });
  afterAll(async () => {
    await people.leave();
    await server.close();
  });

  /** A recorded request, about this ledger's own transactions. */
  const translated = (request: Json): Json =>
    JSON.parse(JSON.stringify(request), (_key, value) => hashes.get(value) ?? value);

  const cases = Object.entries(recorded['shapes'] as Json).flatMap(([name, versions]) =>
    Object.entries(versions as Json)
      .filter(([, v]) => v.request?.command && v.request.command !== 'submit' && v.request.command !== 'subscribe')
      .map(([v, shape]) => [name, v, shape as Json] as const),
  );

  it.each(cases)('%s, %s', async (_name, _version, { request, response }) => {
    const answer = await raw(server.url, translated(request));
    expect(shapeDifferences(without(response), without(answer)).filter((line) => !OWN_MATTERS.test(line))).toEqual([]);
  });

  it.each(Object.entries(recorded['jsonRpc'] as Json))(
    'JSON-RPC: %s',
    async (_name, { request, status, contentType, response }) => {
      const body = typeof request === 'string' ? request : JSON.stringify(request);
      const answer = await fetch(server.httpUrl, { method: 'POST', body });
      const text = await answer.text();
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')?.toLowerCase()).toBe(contentType.toLowerCase());
      if (typeof response === 'string') expect(text).toBe(response);
      else expect(shapeDifferences(response, JSON.parse(text))).toEqual([]);
    },
  );
});

/** Ids are the client's own; a ledger lists its transactions by their hashes, which differ. */
function without({ id: _id, request, ...rest }: Json): Json {
  const place = (tx: Json): number => (tx['meta'] ?? tx['metaData'])?.TransactionIndex ?? 0;
  rest['result']?.ledger?.transactions?.sort((a: Json, b: Json) => place(a) - place(b));
  return { ...rest, ...(request && { request: { ...request, id: undefined } }) };
}

async function raw(url: string, request: Json): Promise<Json> {
  const { WebSocket } = await import('ws');
  const socket = new WebSocket(url);
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ id: 'r1', ...request }));
  const answer = await new Promise<Buffer>((resolve) => socket.once('message', resolve));
  socket.close();
  return JSON.parse(answer.toString()) as Json;
}
