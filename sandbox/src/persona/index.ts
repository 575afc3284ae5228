import { Router } from 'express';
import type { VerificationDesk } from '../control/verification-routes.js';
import type { FaultRegistry } from '../faults/fault-registry.js';
import { DurableMap } from '../shared/durable-map.js';
import { WebhookSender, type Delivery } from '../webhooks/webhook-sender.js';
import { apiRoutes } from './api-routes.js';
import { hostedRoutes } from './hosted-routes.js';
import { Inquiries } from './inquiries.js';
import { walletOf, type Inquiry } from './inquiry.js';
import { personaWebhooks } from './webhook.js';

export interface PersonaWish {
  apiKey: string;
  webhookSecret: string;
  webhookUrl: string;
  webhookWaitsMs: number[];
  baseUrl: string;
  faults: FaultRegistry;
  deliveries: DurableMap<Delivery>;
  file(name: string): string | undefined;
  /** The name of a wallet's owner, as the documents of people who were not asked would show it. */
  nameOf(wallet: string | null): { first: string; last: string };
}

export interface ProviderParty {
  router: Router;
  desk: VerificationDesk;
  close(): Promise<void>;
}

/** Persona: inquiries, the hosted page, signed webhooks. */
export async function openPersona(wish: PersonaWish): Promise<ProviderParty> {
  const webhooks = new WebhookSender(
    personaWebhooks(wish.webhookUrl, wish.webhookSecret, wish.webhookWaitsMs),
    wish.deliveries,
    wish.faults,
  );
  const inquiries = new Inquiries(await DurableMap.open<Inquiry>(wish.file('inquiries.jsonl')), (subject, body) =>
    webhooks.send(subject, body),
  );
  const router = Router();
  router.use('/api/v1', apiRoutes(inquiries, wish.apiKey, `${wish.baseUrl}/persona/verify`));
  router.use('/verify', hostedRoutes(inquiries));
  return {
    router,
    desk: {
      list: () =>
        inquiries
          .all()
          .map((each) => ({ id: each.id, provider: 'persona' as const, wallet: walletOf(each), status: each.status })),
      decide: async (id, decision) => {
        const inquiry = inquiries.all().find((each) => each.id === id);
        if (!inquiry) return false;
        const name = wish.nameOf(walletOf(inquiry));
        await inquiries.decide(inquiry, decision, {
          'name-first': name.first,
          'name-last': name.last,
          ...inquiry.fields,
        });
        return true;
      },
    },
    close: async () => {
      webhooks.close();
      await inquiries.close();
    },
  };
}
