import { Router } from 'express';
import type { Fault, Party } from '../faults/fault.js';
import type { FaultRegistry } from '../faults/fault-registry.js';
import { parseFault } from '../faults/parse-fault.js';

export interface FaultParts {
  faults: FaultRegistry;
  /** Drops all current connections to a party. */
  disconnect(party: Party): void;
  loseOpenLedger(): void;
}

/** `/control/faults`: simulated faults, until they are cleared. */
export function faultRoutes({ faults, disconnect, loseOpenLedger }: FaultParts): Router {
  const router = Router();
  router.get('/', (_request, response) => void response.json(faults.list()));
  router.post('/', (request, response) => {
    const fault = parseFault(request.body);
    if (!happensAtOnce(fault)) faults.add(fault);
    else if (fault.kind === 'disconnect') disconnect(fault.party);
    else loseOpenLedger();
    response.status(201).json(fault);
  });
  router.delete('/', (_request, response) => {
    faults.clear();
    response.status(204).end();
  });
  return router;
}

/** Without a match, connections drop now; with one they drop when it arrives. */
const happensAtOnce = (fault: Fault): boolean =>
  fault.kind === 'lose-open-ledger' || (fault.kind === 'disconnect' && fault.match === undefined);
