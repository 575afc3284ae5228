import type { LedgerNode } from '../people/ledger-node.js';
import type { People } from '../people/people.js';
import { isExpired, type Payload } from '../xaman/payload.js';
import type { PayloadStore } from '../xaman/payload-store.js';
import { readBalances } from './balances.js';
import { viewRequest } from './view-request.js';
import type { WalletApp } from './wallet-app.js';

/** How many answered requests a phone remembers on its first page. */
const EARLIER = 30;

export interface PhoneStateParts {
  people: People;
  payloads: PayloadStore;
  walletApp: WalletApp;
  node: LedgerNode;
  network: string;
  pace(): number | null;
  ready: Promise<void>;
}

/**
 * Everything the page shows: whose phones there are, and one of them in full. A link's request chooses a phone that may
 * answer it.
 */
export async function readPhoneState(parts: PhoneStateParts, wanted?: string, payloadUuid?: string) {
  const { people, payloads, walletApp, node } = parts;
  const everybody = people.everybody();
  const linked = payloadUuid === undefined ? undefined : payloads.find(payloadUuid);
  const now = Date.now();
  const address = chooseAddress(everybody, wanted, linked);
  return {
    network: parts.network,
    closeEveryMs: parts.pace(),
    rlusdIssuer: people.treasury.issuerAddress,
    people: everybody.map((person) => ({
      name: person.name,
      role: person.role ?? null,
      address: person.address,
      requests: walletApp.requests(person.address).filter((each) => !isExpired(each, now)).length,
    })),
    wallet: { address, ...(await readBalances(node, address)) },
    requests: withLink(walletApp.requests(address), linked).map(viewRequest),
    earlier: earlierOf(payloads, address),
    names: Object.fromEntries([
      [people.treasury.issuerAddress, 'RLUSD issuer'],
      ...everybody.map((person) => [person.address, person.name]),
    ]),
  };
}

function chooseAddress(
  everybody: { address: string }[],
  wanted: string | undefined,
  linked: Payload | undefined,
): string {
  const addressed = linked?.options.signers ?? (linked?.txjson.Account ? [linked.txjson.Account] : undefined);
  const there = (address: string | undefined) => everybody.some((person) => person.address === address);
  if (wanted && there(wanted) && (!addressed || addressed.includes(wanted))) return wanted;
  return addressed?.find(there) ?? (there(wanted) ? wanted! : everybody[0]!.address);
}

/** What somebody followed a link to is shown although its time is over. */
function withLink(requests: Payload[], linked: Payload | undefined): Payload[] {
  const missing = linked && linked.resolvedAt === null && !requests.some((each) => each.uuid === linked.uuid);
  return missing ? [...requests, linked] : requests;
}

function earlierOf(payloads: PayloadStore, address: string) {
  return payloads
    .all()
    .filter((payload) => payload.resolvedBy === address)
    .sort((a, b) => b.resolvedAt! - a.resolvedAt!)
    .slice(0, EARLIER)
    .map((payload) => ({
      ...viewRequest(payload),
      signed: payload.signed,
      resolvedAt: new Date(payload.resolvedAt!).toISOString(),
      txid: payload.response?.txid ?? null,
      result: payload.response?.dispatched_result ?? null,
    }));
}
