import express, { Router } from 'express';
import { fileURLToPath } from 'node:url';
import { answerErrors } from '../shared/http-error.js';
import { liveRoute } from './live-route.js';
import { readPhoneState, type PhoneStateParts } from './phone-state.js';

/** The page has no build step: it is served from the sources, here and from `dist` alike. */
const ASSETS = fileURLToPath(new URL('../../src/phone/assets/', import.meta.url));

/** `/phone`: the page that is everybody's phone, and what it asks for. */
export function phonePage(parts: PhoneStateParts): Router {
  const router = Router();
  router.get('/', (_request, response) => response.sendFile('phone.html', { root: ASSETS }));
  router.get('/state', async (request, response) => {
    await parts.ready;
    const { wallet, payload } = request.query as Record<string, string | undefined>;
    response.set('cache-control', 'no-store').json(await readPhoneState(parts, wallet, payload));
  });
  router.get('/live', liveRoute(parts));
  // Never cached, because modules of two versions do not fit together.
  router.use(express.static(ASSETS));
  router.use(answerErrors);
  return router;
}
