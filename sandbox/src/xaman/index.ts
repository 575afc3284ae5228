import { Router } from 'express';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FaultRegistry } from '../faults/fault-registry.js';
import type { LedgerNode } from '../people/ledger-node.js';
import type { DurableMap } from '../shared/durable-map.js';
import { WebhookSender, type Delivery } from '../webhooks/webhook-sender.js';
import { answerApiErrors } from './api-error.js';
import { XamanApplication } from './application.js';
import { lookupRoutes } from './lookup-routes.js';
import { PayloadStore } from './payload-store.js';
import { platformRoutes } from './platform-routes.js';
import { signRoutes } from './sign-routes.js';
import { StatusFeed } from './status-feed.js';
import { UserTokens } from './user-tokens.js';
import { webhookBody, xamanWebhooks } from './webhook.js';

export interface XamanWish {
  apiKey: string;
  apiSecret: string;
  approvals: { apiKey: string; apiSecret: string };
  webhookUrl: string;
  webhookWaitsMs: number[];
  baseUrl: string;
  network: string;
  rlusdIssuer: string;
  node: LedgerNode;
  faults: FaultRegistry;
  deliveries: DurableMap<Delivery>;
  file(name: string): string | undefined;
}

/** The wallet maker's platform. Wallets hand their results in through `payloads`. */
export interface XamanParty {
  router: Router;
  payloads: PayloadStore;
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, uuid: string): void;
  disconnectAll(): void;
  close(): Promise<void>;
}

export async function openXaman(wish: XamanWish): Promise<XamanParty> {
  const { baseUrl, node, faults } = wish;
  const payloads = await PayloadStore.open(wish.file('sign-requests.jsonl'));
  const tokens = await UserTokens.open(wish.file('user-tokens.jsonl'));
  const application = new XamanApplication(wish.apiKey, wish.apiSecret, wish.webhookUrl, baseUrl);
  const approvals = new XamanApplication(
    wish.approvals.apiKey,
    wish.approvals.apiSecret,
    null,
    baseUrl,
    'Tknest Approvals',
  );
  const webhooks = new WebhookSender(xamanWebhooks(application, wish.webhookWaitsMs), wish.deliveries, faults);
  const feed = new StatusFeed(payloads);

  payloads.whenResolved(async (payload) => {
    const token = payload.signed ? await tokens.renew(payload.resolvedBy!) : undefined;
    if (payload.application.key !== application.apiKey) return;
    await webhooks.send(payload.uuid, webhookBody(payload, application, token));
  });

  const router = Router();
  const further = lookupRoutes(node, tokens, wish.rlusdIssuer, wish.network);
  router.use(
    '/api/v1/platform',
    platformRoutes({ payloads, tokens, applications: [application, approvals], baseUrl }, further),
  );
  router.use('/sign', signRoutes(payloads, baseUrl), answerApiErrors);
  return {
    router,
    payloads,
    handleUpgrade: (request, socket, head, uuid) => feed.handleUpgrade(request, socket, head, uuid),
    disconnectAll: () => feed.disconnectAll(),
    close: async () => {
      feed.close();
      webhooks.close();
      await Promise.all([payloads.close(), tokens.close()]);
    },
  };
}
