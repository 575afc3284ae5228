import { Router } from 'express';
import { HttpError } from '../shared/http-error.js';

export const DECISIONS = ['approved', 'declined', 'needs_review'] as const;
export type Decision = (typeof DECISIONS)[number];

/** Reads a decision; refuses an invalid one. */
export function parseDecision(decision: unknown): Decision {
  if (!DECISIONS.includes(decision as never))
    throw new HttpError(400, `decision must be one of ${DECISIONS.join(', ')}.`);
  return decision as Decision;
}

export interface Verification {
  id: string;
  provider: 'persona' | 'sumsub';
  wallet: string | null;
  status: string;
}

/** A provider's decisions about people's identity. */
export interface VerificationDesk {
  list(): Verification[];
  /** False if the verification is not this provider's. */
  decide(id: string, decision: Decision): Promise<boolean>;
}

/** `/control/verifications`: people waiting for a provider's decision, and deciding. */
export function verificationRoutes(desks: VerificationDesk[]): Router {
  const router = Router();
  const all = () => desks.flatMap((desk) => desk.list());
  router.get('/', (_request, response) => void response.json(all()));
  router.post('/:id', async (request, response) => {
    const decision = parseDecision((request.body as { decision?: unknown } | undefined)?.decision);
    const { id } = request.params;
    for (const desk of desks) {
      if (await desk.decide(id, decision)) return void response.json(all().find((each) => each.id === id));
    }
    throw new HttpError(404, `No verification ${id}.`);
  });
  return router;
}
