import { Router } from 'express';
import { HttpError } from '../shared/http-error.js';
import { readJson } from '../shared/read-body.js';
import type { Landlords } from './landlords.js';

/** `/landlord/rent`: the landlord of a property pays what is due, or the next installment. */
export function landlordRouter(landlords: Pick<Landlords, 'payRent'>): Router {
  const router = Router();
  router.post('/rent', readJson, async (request, response) => {
    const { propertyId } = (request.body ?? {}) as { propertyId?: unknown };
    if (!Number.isInteger(propertyId) || Number(propertyId) < 1)
      throw new HttpError(400, 'propertyId must be a whole number.');
    response.json(await landlords.payRent(Number(propertyId)));
  });
  return router;
}
