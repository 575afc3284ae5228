import { Router } from 'express';
import { HttpError } from '../shared/http-error.js';

const FASTEST_MS = 20;

export interface LedgerControl {
  setPace(closeEveryMs: number | null): void;
  pace(): number | null;
}

/** `/control/ledger`: how fast ledgers close. */
export function ledgerRoutes(ledger: LedgerControl): Router {
  const router = Router();
  router.get('/', (_request, response) => void response.json({ closeEveryMs: ledger.pace() }));
  router.post('/', (request, response) => {
    const { closeEveryMs } = (request.body ?? {}) as { closeEveryMs?: number | null };
    const fits = closeEveryMs === null || (Number.isInteger(closeEveryMs) && closeEveryMs! >= FASTEST_MS);
    if (closeEveryMs === undefined || !fits)
      throw new HttpError(400, `closeEveryMs is a whole number from ${FASTEST_MS} up, or null.`);
    ledger.setPace(closeEveryMs);
    response.json({ closeEveryMs });
  });
  return router;
}
