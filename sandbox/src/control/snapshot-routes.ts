import { Router } from 'express';
import { type OwnLedgerParty, NoSuchSnapshot } from '../ledger/index.js';
import { HttpError } from '../shared/http-error.js';

const NAME = /^[\w-]{1,64}$/;

/** `/control/snapshots`: saves the ledger under a name, and restores it. */
export function snapshotRoutes(ledger: Pick<OwnLedgerParty, 'snapshots' | 'save' | 'restore'>): Router {
  const router = Router();
  router.get('/', (_request, response) => void response.json({ snapshots: ledger.snapshots() }));
  router.post('/', async (request, response) => {
    const { save, restore } = (request.body ?? {}) as { save?: unknown; restore?: unknown };
    const name = save ?? restore;
    if ((save === undefined) === (restore === undefined) || typeof name !== 'string' || !NAME.test(name))
      throw new HttpError(400, 'Either save or restore must name a snapshot: letters, digits, - and _, at most 64.');
    const ledgerIndex = await (save === undefined ? ledger.restore(name) : ledger.save(name)).catch((error) => {
      throw error instanceof NoSuchSnapshot ? new HttpError(404, `There is no snapshot "${name}".`) : error;
    });
    response.json({ ledgerIndex });
  });
  return router;
}
