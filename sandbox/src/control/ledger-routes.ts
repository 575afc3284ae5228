import { Router } from 'express';
import { HttpError } from '../shared/http-error.js';

import { FEWEST_LEDGERS } from '../empty-options.js';

const FASTEST_MS = 20;

export interface LedgerControl {
  setPace(closeEveryMs: number | null): void;
  pace(): number | null;
  /** Keeps this many of the newest closed ledgers, null for all; absent if a real node is behind the sandbox. */
  keepHistory?: (ledgers: number | null) => void;
}

/** `/control/ledger`: how fast ledgers close, and how many of them are kept. */
export function ledgerRoutes(ledger: LedgerControl): Router {
  const router = Router();
  router.get('/', (_request, response) => void response.json({ closeEveryMs: ledger.pace() }));
  router.post('/', (request, response) => {
    const { closeEveryMs, history } = (request.body ?? {}) as { closeEveryMs?: number | null; history?: number | null };
    if (history !== undefined) {
      const keeps = history === null || (Number.isInteger(history) && history >= FEWEST_LEDGERS);
      if (!keeps || !ledger.keepHistory)
        throw new HttpError(400, `history must be a whole number of ledgers, ${FEWEST_LEDGERS} or more, or null.`);
      ledger.keepHistory(history);
      if (closeEveryMs === undefined) return void response.json({ history });
    }
    const fits = closeEveryMs === null || (Number.isInteger(closeEveryMs) && closeEveryMs! >= FASTEST_MS);
    if (closeEveryMs === undefined || !fits)
      throw new HttpError(400, `closeEveryMs must be a whole number, ${FASTEST_MS} or more, or null.`);
    ledger.setPace(closeEveryMs);
    response.json({ closeEveryMs });
  });
  return router;
}
