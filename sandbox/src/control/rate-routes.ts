import { Router } from 'express';
import { HttpError } from '../shared/http-error.js';
import type { Observations } from '../rates/observations.js';

/** `/control/rates`: a new observation in a series. */
export function rateRoutes(observations: Observations): Router {
  const router = Router();
  router.post('/', async (request, response) => {
    const { series, date, value } = (request.body ?? {}) as { series?: string; date?: string; value?: string | number };
    if (typeof series !== 'string' || !/^[A-Z0-9]{1,30}$/.test(series))
      throw new HttpError(400, 'series must be an id such as MORTGAGE30US.');
    if (typeof date !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date)))
      throw new HttpError(400, 'date must be YYYY-MM-DD.');
    if (!/^(\d{1,3}(\.\d{1,4})?|\.)$/.test(String(value)))
      throw new HttpError(400, 'value must be a percentage, or "." for none.');
    await observations.add(series, { date, value: String(value) });
    response.status(201).json({ series, date, value: String(value) });
  });
  return router;
}
