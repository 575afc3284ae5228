import { Router } from 'express';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../data/sanctions/ofac-2024-05-03');
const PUBLISHED = new Date('2024-05-03T12:00:00Z');
const FILE = /^\/(sdn|alt|add|sdn_comments)\.csv$/;

/** OFAC's list of 2024-05-03 by the names of its files, at `/ofac/sdn.csv` and beside. */
export function ofacRouter(): Router {
  const router = Router();
  router.get(FILE, (request, response) => {
    response.set('Last-Modified', PUBLISHED.toUTCString()).type('text/csv');
    response.sendFile(path.join(FOLDER, request.path.slice(1)), { lastModified: false, etag: true });
  });
  return router;
}
