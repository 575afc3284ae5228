import { Router } from 'express';
import { answerErrors } from '../shared/http-error.js';
import { readJson } from '../shared/read-body.js';
import { faultRoutes, type FaultParts } from './fault-routes.js';
import { ledgerRoutes, type LedgerControl } from './ledger-routes.js';
import { phoneRoutes, walletRoutes, type PhoneParts } from './phone-routes.js';
import { rateRoutes } from './rate-routes.js';
import { verificationRoutes, type VerificationDesk } from './verification-routes.js';
import type { Observations } from '../rates/observations.js';

export interface ControlParts extends PhoneParts, FaultParts {
  ledger: LedgerControl;
  desks: VerificationDesk[];
  observations: Observations;
  /** Information about this sandbox for a launcher or a page. */
  info(): object;
  /** Resolves once people and their money are on the ledger. */
  ready: Promise<unknown>;
}

/** `/control`: lets a test, or a person, control the simulated world. */
export function controlRouter(parts: ControlParts): Router {
  const router = Router();
  router.use(readJson);
  // Everything below is about people, so it waits until they exist.
  router.use(async (_request, _response, next) => {
    await parts.ready;
    next();
  });
  router.get('/info', (_request, response) => void response.json(parts.info()));
  router.use('/wallets', walletRoutes(parts));
  router.use('/phone', phoneRoutes(parts));
  router.use('/ledger', ledgerRoutes(parts.ledger));
  router.use('/faults', faultRoutes(parts));
  router.use('/verifications', verificationRoutes(parts.desks));
  router.use('/rates', rateRoutes(parts.observations));
  router.use(answerErrors);
  return router;
}
