import express, { Router, type Request, type RequestHandler, type Response } from 'express';
import { randomUUID } from 'node:crypto';
import { rawBodyOf, readJson } from '../shared/read-body.js';
import { viewApplicant, viewReview, type Applicant } from './applicant.js';
import type { Applicants } from './applicants.js';
import { verifySumsubRequest } from './signatures.js';

export interface SumsubKeys {
  appToken: string;
  secretKey: string;
}
/** Where an applicant is sent back to from the hosted page. */
export interface HostedLink {
  applicantId: string;
  expiresAt: number;
  successUrl?: string;
  rejectUrl?: string;
}

const readMultipart = express.raw({
  type: 'multipart/form-data',
  limit: '20mb',
  verify: (request, _response, bytes) => Object.assign(request, { rawBody: bytes }),
});

/** Sumsub's `/resources`. */
export function apiRoutes(applicants: Applicants, keys: SumsubKeys, makeLink: (link: HostedLink) => string): Router {
  const router = Router();
  router.use(readJson, readMultipart, authenticate(keys));

  router.post('/applicants', async (request, response) => {
    const { externalUserId, email, phone, fixedInfo = {}, metadata } = (request.body ?? {}) as Partial<Applicant>;
    const levelName = String(request.query.levelName ?? '');
    if (!externalUserId || !levelName) return refuse(response, 400, 'externalUserId and levelName are required');
    if (applicants.findByUser(externalUserId))
      return refuse(response, 409, `Applicant with external user id '${externalUserId}' already exists`);
    const applicant = await applicants.create({ externalUserId, levelName, email, phone, fixedInfo, metadata });
    response.status(201).json(viewApplicant(applicant));
  });
  router.get('/applicants/-/byExternalUserId/:user', ({ params }, response) => {
    response.json({ exists: applicants.findByUser(params.user) !== undefined });
  });
  router.get('/applicants/:id/status', (request, response) => answer(request, response, viewReview));
  router.get('/applicants/:id/one', (request, response) => answer(request, response, viewApplicant));
  router.post('/applicants/:id/reset', async ({ params }, response) => {
    const applicant = applicants.find(params.id);
    if (!applicant) return refuse(response, 404, 'Applicant not found');
    if (applicant.reviewStatus === 'pending') return refuse(response, 400, 'The applicant is being checked');
    await applicants.reset(applicant);
    response.json({ ok: 1 });
  });
  router.patch('/applicants/:id/presence/deactivated', async ({ params }, response) => {
    const applicant = applicants.find(params.id);
    if (!applicant) return refuse(response, 404, 'Applicant not found');
    if (applicant.reviewStatus === 'pending') return refuse(response, 400, 'The applicant is being checked');
    response.json(viewApplicant(await applicants.deactivate(applicant)));
  });
  router.post('/applicants/:id/info/idDoc', async (request, response) => {
    const applicant = applicants.find(request.params.id);
    if (!applicant) return refuse(response, 404, 'Applicant not found');
    const text = rawBodyOf(request).toString('latin1');
    const part = (name: string) => new RegExp(`"${name}"\\s*:\\s*"([^"]*)"`).exec(text)?.[1] ?? '';
    const document = { idDocType: part('idDocType'), country: part('country') };
    if (!document.idDocType) return refuse(response, 400, 'metadata is missing');
    await applicants.addDocument(applicant, document);
    response.set('X-Image-Id', String(applicant.documents.length + 1)).json(document);
  });
  router.post('/accessTokens/sdk', (request, response) => {
    const { userId } = (request.body ?? {}) as { userId?: string };
    response.json({ token: `_act-sbx-${randomUUID()}`, userId });
  });
  router.post('/sdkIntegrations/levels/-/websdkLink', async (request, response) => {
    const body = (request.body ?? {}) as {
      userId?: string;
      levelName?: string;
      ttlInSecs?: number;
      applicantIdentifiers?: { email?: string; phone?: string };
      redirect?: { successUrl?: string; rejectUrl?: string };
    };
    const { userId, levelName, ttlInSecs = 1800, redirect = {}, applicantIdentifiers = {} } = body;
    if (!userId || !levelName) return refuse(response, 400, 'userId and levelName are required');
    const wish = { externalUserId: userId, levelName, ...applicantIdentifiers, fixedInfo: {} };
    const applicant = applicants.findByUser(userId) ?? (await applicants.create(wish));
    const { successUrl, rejectUrl } = redirect;
    response.json({
      url: makeLink({ applicantId: applicant.id, expiresAt: Date.now() + ttlInSecs * 1000, successUrl, rejectUrl }),
    });
  });
  router.use((_request, response) => refuse(response, 404, 'No such call'));
  return router;

  function answer(request: Request<{ id: string }>, response: Response, view: (applicant: Applicant) => object): void {
    const user = /^-;externalUserId=(.+)$/.exec(request.params.id)?.[1];
    const applicant = user ? applicants.findByUser(user) : applicants.find(request.params.id);
    if (!applicant) return refuse(response, 404, 'Applicant not found');
    response.json(view(applicant));
  }
}

function authenticate({ appToken, secretKey }: SumsubKeys): RequestHandler {
  return (request, response, next) => {
    if (request.get('x-app-token') !== appToken) return refuse(response, 401, 'Unknown app token');
    const given = { seconds: request.get('x-app-access-ts'), signature: request.get('x-app-access-sig') };
    const paths = [request.originalUrl, request.originalUrl.replace(/^\/sumsub/, '')];
    if (!verifySumsubRequest(secretKey, given, request.method, paths, rawBodyOf(request)))
      return refuse(response, 401, 'Request signature mismatch');
    next();
  };
}

function refuse(response: Response, code: number, description: string): void {
  response.status(code).json({ description, code, correlationId: randomUUID() });
}
