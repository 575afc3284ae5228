import express, { Router } from 'express';
import { parseDecision } from '../control/verification-routes.js';
import { HttpError, answerErrors } from '../shared/http-error.js';
import { renderHostedPage } from '../verification/hosted-page.js';
import type { Inquiries } from './inquiries.js';
import type { Inquiry } from './inquiry.js';

/** `/persona/verify`: the page behind a one-time link. */
export function hostedRoutes(inquiries: Inquiries): Router {
  const router = Router();
  const find = (query: Record<string, unknown>): Inquiry => {
    const inquiry =
      typeof query.code === 'string' ? inquiries.findByCode(query.code) : inquiries.find(String(query['inquiry-id']));
    if (!inquiry) throw new HttpError(410, 'This link has expired.');
    return inquiry;
  };
  router.get('/', async (request, response) => {
    let inquiry = find(request.query);
    if (inquiry.status === 'created') inquiry = await inquiries.step(inquiry, 'pending');
    const done = inquiry.status === 'pending' ? undefined : 'Your details have been sent';
    response.send(
      renderHostedPage({
        provider: 'Persona',
        action: request.originalUrl,
        firstName: inquiry.fields['name-first'] ?? '',
        lastName: inquiry.fields['name-last'] ?? '',
        birthdate: inquiry.fields.birthdate ?? '',
        done,
      }),
    );
  });
  router.post('/', express.urlencoded(), async (request, response) => {
    const { firstName, lastName, birthdate, decision } = request.body as Record<string, string>;
    const fields = { 'name-first': firstName ?? '', 'name-last': lastName ?? '', ...(birthdate && { birthdate }) };
    const inquiry =
      decision === 'abandoned'
        ? find(request.query)
        : await inquiries.decide(find(request.query), parseDecision(decision), fields);
    const back = request.query['redirect-uri'];
    if (typeof back !== 'string' || !URL.canParse(back)) return void response.redirect(303, request.originalUrl);
    const target = new URL(back);
    target.searchParams.set('inquiry-id', inquiry.id);
    target.searchParams.set('status', inquiry.status);
    if (inquiry.referenceId) target.searchParams.set('reference-id', inquiry.referenceId);
    response.redirect(303, target.href);
  });
  router.use(answerErrors);
  return router;
}
