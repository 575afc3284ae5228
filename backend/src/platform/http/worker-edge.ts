import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { sendProblem } from './problem.filter.js';

const OPEN = /^\/(api\/health\/(live|ready)|metrics)$/;

/** A worker says how it stands, and answers nothing else: it holds the keys that sign. */
export function refuseAllButHealth(app: NestExpressApplication): void {
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (request.method === 'GET' && OPEN.test(request.path)) return next();
    sendProblem(response, { status: 404, detail: 'This process is a worker. Ask one with ROLE=web.' });
  });
}
