import { Router, type Response } from 'express';
import type { Observations } from './observations.js';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const MOST = 100_000;

/** FRED's `series/observations`, at `/fred/series/observations`. */
export function ratesRouter(observations: Observations, apiKey: string): Router {
  const router = Router();
  router.get('/series/observations', (request, response) => {
    const query = request.query as Record<string, string | undefined>;
    const { api_key, series_id, file_type = 'xml', sort_order = 'asc' } = query;
    if (!api_key)
      return refuse(
        response,
        'Bad Request.  Variable api_key is not set.  Read https://fred.stlouisfed.org/docs/api/api_key.html for more information.',
      );
    if (api_key !== apiKey) return refuse(response, 'Bad Request.  The value for variable api_key is not registered.');
    if (file_type !== 'json') return refuse(response, 'Bad Request.  The sandbox answers file_type=json only.');
    const series = series_id ? observations.of(series_id) : undefined;
    if (!series) return refuse(response, 'Bad Request.  The series does not exist.');
    const start = dateOr(query.observation_start, '1776-07-04');
    const end = dateOr(query.observation_end, '9999-12-31');
    const limit = Math.min(Number(query.limit ?? MOST) || MOST, MOST);
    const offset = Number(query.offset ?? 0) || 0;
    const found = series.filter(({ date }) => date >= start && date <= end);
    if (sort_order === 'desc') found.reverse();
    const today = new Date().toISOString().slice(0, 10);
    response.json({
      realtime_start: today,
      realtime_end: today,
      observation_start: start,
      observation_end: end,
      units: 'lin',
      output_type: 1,
      file_type: 'json',
      order_by: 'observation_date',
      sort_order,
      count: found.length,
      offset,
      limit,
      observations: found
        .slice(offset, offset + limit)
        .map((each) => ({ realtime_start: today, realtime_end: today, ...each })),
    });
  });
  return router;
}

function refuse(response: Response, error_message: string): void {
  response.status(400).json({ error_code: 400, error_message });
}

const dateOr = (given: string | undefined, usual: string): string => (given && DATE.test(given) ? given : usual);
