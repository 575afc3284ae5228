import path from 'node:path';
import type { SandboxConfig } from './config.js';
import { FaultRegistry } from './faults/fault-registry.js';
import type { Party } from './faults/fault.js';
import { InsideWay } from './inside.js';
import { openLedgerParty, type LedgerParty, type OwnLedgerParty } from './ledger/index.js';
import { openNodeProxy } from './node-proxy/index.js';
import { LedgerNode } from './people/ledger-node.js';
import { People } from './people/people.js';
import { openPersona } from './persona/index.js';
import { Observations } from './rates/observations.js';
import { DurableMap } from './shared/durable-map.js';
import { openSumsub } from './sumsub/index.js';
import { WalletApp } from './phone/wallet-app.js';
import type { Delivery } from './webhooks/webhook-sender.js';
import { openXaman } from './xaman/index.js';

export type World = Awaited<ReturnType<typeof openWorld>>;

/** Starts every service; `ready` resolves once people and their money are on the ledger. */
export async function openWorld(config: SandboxConfig, port: number, baseUrl: string) {
  const file = (name: string) => config.dataDir && path.join(config.dataDir, 'sandbox', name);
  const webhook = (party: Party) => `${config.backendUrl}/api/webhooks/${party}`;
  const faults = new FaultRegistry();
  const inside = new InsideWay();

  const ledger = await openLedger(config, inside, faults);
  let pace: number | null = null;
  const setPace = (closeEveryMs: number | null) => ledger.setPace((pace = closeEveryMs));
  const node = new LedgerNode(
    `ws://127.0.0.1:${port}/ledger`,
    () => pace !== null,
    config.ledgerUrl === undefined,
    inside.headers,
  );
  const people = await People.open(node, file('people.jsonl'));
  const deliveries = await DurableMap.open<Delivery>(file('webhooks.jsonl'));
  const observations = await Observations.open(file('rates.jsonl'));
  const shared = { baseUrl, faults, deliveries, file };
  const xaman = await openXaman({
    ...shared,
    ...config.xaman,
    webhookUrl: webhook('xaman'),
    network: config.network,
    rlusdIssuer: people.treasury.issuerAddress,
    node,
  });
  const nameOf = (reference: string | null) => splitName(people.nameOf(reference) ?? 'Sam Sample');
  const persona = await openPersona({ ...shared, ...config.persona, nameOf, webhookUrl: webhook('persona') });
  const sumsub = await openSumsub({ ...shared, ...config.sumsub, nameOf, webhookUrl: webhook('sumsub') });
  const walletApp = new WalletApp(people, xaman.payloads, node, config.network);

  return {
    faults,
    inside,
    ledger,
    node,
    people,
    observations,
    xaman,
    persona,
    sumsub,
    walletApp,
    pace: () => pace,
    setPace,
    /** Only the sandbox's own ledger can limit its history. */
    forgetting: 'keepHistory' in ledger ? { keepHistory: (kept: number | null) => ledger.keepHistory(kept) } : {},
    /** Call this once the server answers, because the simulated people connect over the network too. */
    async populate(): Promise<void> {
      await node.connect();
      await people.setUp();
      setPace(config.closeEveryMs);
    },
    async close(): Promise<void> {
      await node.close();
      await Promise.all([xaman.close(), persona.close(), sumsub.close()]);
      await Promise.all([people.close(), deliveries.close(), observations.close()]);
      await ledger.close();
    },
  };
}

function openLedger(
  config: SandboxConfig,
  inside: InsideWay,
  faults: FaultRegistry,
): Promise<LedgerParty | OwnLedgerParty> {
  const gate = inside.gate(faults);
  if (config.ledgerUrl) return openNodeProxy({ url: config.ledgerUrl, faults: gate });
  const dataDir = config.dataDir && path.join(config.dataDir, 'sandbox', 'ledger');
  const { history } = config;
  return openLedgerParty({ dataDir, closeEveryMs: null, faults: gate, ...(history !== undefined && { history }) });
}

function splitName(name: string): { first: string; last: string } {
  const [first = '', ...rest] = name.split(' ');
  return { first, last: rest.join(' ') || first };
}
