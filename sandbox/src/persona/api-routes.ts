import { Router, type ErrorRequestHandler, type RequestHandler } from 'express';
import { readJson } from '../shared/read-body.js';
import { inflect } from './inflection.js';
import { NoSuchInquiry, randomId, type Inquiries } from './inquiries.js';
import { viewInquiry, type Inquiry, type InquiryStatus } from './inquiry.js';

const ACTIONS: Record<string, InquiryStatus> = {
  approve: 'approved',
  decline: 'declined',
  'mark-for-review': 'needs_review',
  expire: 'expired',
};
const SIMULATED: Record<string, InquiryStatus> = {
  start_inquiry: 'pending',
  complete_inquiry: 'completed',
  fail_inquiry: 'failed',
  expire_inquiry: 'expired',
  mark_for_review_inquiry: 'needs_review',
  approve_inquiry: 'approved',
  decline_inquiry: 'declined',
};

/** Persona's `/api/v1/inquiries`. */
export function apiRoutes(inquiries: Inquiries, apiKey: string, hostedUrl: string): Router {
  const router = Router();
  router.use(authenticate(apiKey), readJson, inflect, idempotent());

  router.post('/inquiries', async (request, response) => {
    const attributes = (request.body as { data?: { attributes?: Record<string, unknown> } })?.data?.attributes ?? {};
    const templateId = attributes['inquiry-template-id'];
    if (typeof templateId !== 'string') return refuse(response, 400, 'Bad Request', 'inquiry-template-id is missing');
    const given = (attributes.fields ?? {}) as Record<string, unknown>;
    const fields = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
    const referenceId = (attributes['reference-id'] as string | undefined) ?? null;
    const tags = Array.isArray(attributes.tags) ? attributes.tags.map(String) : [];
    const inquiry = await inquiries.create({ templateId, referenceId, tags, fields });
    response.status(201).json({ data: viewInquiry(inquiry), meta: await linksTo(inquiry) });
  });

  router.get('/inquiries', (request, response) => {
    const wanted = (request.query as Record<string, string>)['filter[reference-id]'];
    const found = inquiries.all().filter((each) => wanted === undefined || each.referenceId === wanted);
    response.json({ data: found.reverse().map(viewInquiry), links: { prev: null, next: null } });
  });
  router.get(
    '/inquiries/:id',
    ({ params }, response) => void response.json({ data: viewInquiry(inquiries.find(params.id)), included: [] }),
  );
  router.delete('/inquiries/:id', async ({ params }, response) => {
    response.json({ data: viewInquiry(await inquiries.redact(inquiries.find(params.id))) });
  });

  router.post('/inquiries/:id/generate-one-time-link', async ({ params, body }, response) => {
    const inquiry = inquiries.find(params.id);
    response.json({ data: viewInquiry(inquiry), meta: await linksTo(inquiry, body?.meta?.['expires-in-seconds']) });
  });
  router.post('/inquiries/:id/resume', ({ params }, response) => {
    response.json({ data: viewInquiry(inquiries.find(params.id)), meta: { 'session-token': randomId() } });
  });
  router.post('/inquiries/:id/perform-simulate-actions', async ({ params, body }, response) => {
    let inquiry = inquiries.find(params.id);
    for (const { type } of (body?.data ?? []) as { type: string }[]) {
      const status = SIMULATED[type];
      if (!status) return refuse(response, 422, 'Unprocessable Entity', `Unknown action ${type}`);
      inquiry = await inquiries.step(inquiry, status);
    }
    response.json({ data: viewInquiry(inquiry) });
  });
  router.post('/inquiries/:id/:action', async ({ params }, response) => {
    const status = ACTIONS[params.action];
    if (!status) return refuse(response, 404, 'Record not found', params.action);
    response.json({ data: viewInquiry(await inquiries.step(inquiries.find(params.id), status)) });
  });
  router.use(answerErrors);
  return router;

  async function linksTo(inquiry: Inquiry, seconds?: number) {
    const link = `${hostedUrl}?code=${await inquiries.link(inquiry, seconds)}`;
    return { 'session-token': randomId(), 'one-time-link': link, 'one-time-link-short': link };
  }
}

function authenticate(apiKey: string): RequestHandler {
  return (request, response, next) =>
    request.get('authorization') === `Bearer ${apiKey}`
      ? next()
      : refuse(response, 401, 'Unauthorized', 'The API key is missing or wrong');
}

/** The same key with the same request gets the same answer; with another request it is an error. */
function idempotent(): RequestHandler {
  const answers = new Map<string, { asked: string; status: number; body: unknown }>();
  return (request, response, next) => {
    const key = request.method === 'POST' ? request.get('idempotency-key') : undefined;
    if (!key) return next();
    const asked = `${request.path} ${JSON.stringify(request.body)}`;
    const known = answers.get(key);
    if (known && known.asked !== asked)
      return refuse(response, 409, 'Conflict', 'The idempotency key was used with other parameters');
    if (known) return void response.status(known.status).json(known.body);
    const json = response.json.bind(response);
    response.json = (body) => {
      answers.set(key, { asked, status: response.statusCode, body });
      return json(body);
    };
    next();
  };
}

function refuse(response: Parameters<RequestHandler>[1], status: number, title: string, details: string): void {
  response.status(status).json({ errors: [{ title, details }] });
}

const answerErrors: ErrorRequestHandler = (error: Error & { status?: number }, _request, response, next) => {
  if (response.headersSent) return next(error);
  if (error instanceof NoSuchInquiry) return refuse(response, 404, 'Record not found', error.message);
  refuse(response, error.status ?? 500, error.status ? 'Bad Request' : 'Internal Server Error', error.message);
};
