import express, { Router } from 'express';
import { randomUUID } from 'node:crypto';
import { parseDecision } from '../control/verification-routes.js';
import type { PersonaWish, ProviderParty } from '../persona/index.js';
import { DurableMap } from '../shared/durable-map.js';
import { HttpError, answerErrors } from '../shared/http-error.js';
import { renderHostedPage } from '../verification/hosted-page.js';
import { WebhookSender } from '../webhooks/webhook-sender.js';
import { apiRoutes, type HostedLink, type SumsubKeys } from './api-routes.js';
import { walletOf, type Applicant } from './applicant.js';
import { Applicants } from './applicants.js';
import { sumsubWebhooks } from './signatures.js';

export type SumsubWish = Omit<PersonaWish, 'apiKey'> & SumsubKeys;

/** Sumsub: applicants, the hosted page, signed webhooks. */
export async function openSumsub(wish: SumsubWish): Promise<ProviderParty> {
  const webhooks = new WebhookSender(
    sumsubWebhooks(wish.webhookUrl, wish.webhookSecret, wish.webhookWaitsMs),
    wish.deliveries,
    wish.faults,
  );
  const applicants = new Applicants(await DurableMap.open<Applicant>(wish.file('applicants.jsonl')), (subject, body) =>
    webhooks.send(subject, body),
  );
  const links = await DurableMap.open<HostedLink>(wish.file('applicant-links.jsonl'));
  const makeLink = (link: HostedLink) => {
    const id = randomUUID();
    void links.set(id, link);
    return `${wish.baseUrl}/sumsub/websdk/p/${id}`;
  };
  const router = Router();
  router.use('/resources', apiRoutes(applicants, wish, makeLink));
  router.use('/websdk/p', hostedRoutes(applicants, links));
  return {
    router,
    desk: {
      list: () =>
        applicants.all().map((each) => ({
          id: each.id,
          provider: 'sumsub' as const,
          wallet: walletOf(each),
          status: statusOf(each),
        })),
      decide: async (id, decision) => {
        const applicant = applicants.find(id);
        if (!applicant) return false;
        const { first, last } = wish.nameOf(walletOf(applicant));
        const { firstName = first, lastName = last, dob } = applicant.info;
        await applicants.decide(applicant, decision, { firstName, lastName, dob });
        return true;
      },
    },
    close: async () => {
      webhooks.close();
      await Promise.all([applicants.close(), links.close()]);
    },
  };
}

/** A review in the words that both providers' decisions are given in. */
function statusOf({ reviewStatus, reviewResult }: Applicant): string {
  if (reviewResult) return reviewResult.reviewAnswer === 'GREEN' ? 'approved' : 'declined';
  return reviewStatus === 'onHold' ? 'needs_review' : reviewStatus;
}

function hostedRoutes(applicants: Applicants, links: DurableMap<HostedLink>): Router {
  const router = Router();
  const find = (id: string) => {
    const link = links.get(id);
    const applicant = link && link.expiresAt > Date.now() ? applicants.find(link.applicantId) : undefined;
    if (!link || !applicant) throw new HttpError(410, 'This link has expired.');
    return { link, applicant };
  };
  router.get('/:id', (request, response) => {
    const { info, reviewStatus } = find(request.params.id).applicant;
    const done = reviewStatus === 'init' ? undefined : 'Your details have been sent';
    const { firstName = '', lastName = '', dob: birthdate = '' } = info;
    response.send(
      renderHostedPage({ provider: 'Sumsub', action: request.originalUrl, firstName, lastName, birthdate, done }),
    );
  });
  router.post('/:id', express.urlencoded(), async (request, response) => {
    const { link, applicant } = find(request.params.id);
    const { firstName, lastName, birthdate, decision } = request.body as Record<string, string>;
    if (decision !== 'abandoned')
      await applicants.decide(applicant, parseDecision(decision), { firstName, lastName, dob: birthdate || undefined });
    const back = decision === 'declined' ? link.rejectUrl : link.successUrl;
    response.redirect(303, back && URL.canParse(back) ? back : request.originalUrl);
  });
  router.use(answerErrors);
  return router;
}
