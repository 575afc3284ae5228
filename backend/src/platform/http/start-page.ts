import type { NextFunction, Request, Response } from 'express';
import { NO_PAGE } from './page-paths.js';

/** How soon a browser asks again, in seconds. */
const AGAIN_SECONDS = 10;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string) => text.replace(/[&<>]/g, (one) => ENTITIES[one]!);

/**
 * Until the program was ready once, answers every page with 503 and what it waits for.
 * @param waitsFor sentences for people; empty once the program is ready
 */
export function startPage(waitsFor: () => Promise<readonly string[]>) {
  let wasReady = false;
  return async ({ path, method }: Request, response: Response, next: NextFunction): Promise<void> => {
    if (wasReady || !['GET', 'HEAD'].includes(method) || NO_PAGE.test(path)) return next();
    const sentences = await waitsFor();
    wasReady = sentences.length === 0;
    if (wasReady) return next();
    response
      .status(503)
      .set({ 'Retry-After': String(AGAIN_SECONDS), 'Cache-Control': 'no-store' })
      .type('html')
      .send(pageOf(sentences));
  };
}

const pageOf = (sentences: readonly string[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="${AGAIN_SECONDS}">
<meta name="viewport" content="width=device-width">
<title>Starting</title>
<body style="font: 1.125rem/1.5 system-ui, sans-serif; margin: 10vh auto; max-width: 40rem; padding: 0 1rem">
<h1>The platform is starting</h1>
<ul>
${sentences.map((sentence) => `<li style="overflow-wrap: anywhere">${escaped(sentence)}</li>`).join('\n')}
</ul>
<p>This page loads again by itself.</p>
`;
