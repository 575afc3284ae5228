import { Logger } from '@nestjs/common';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Request } from 'express';
import type { FoundPage } from './page-heads.js';

type Answers = NonNullable<FoundPage['answers']>;
/** frontend/src/printed.tsx, as scripts/build.mjs builds it. */
interface Printer {
  screen(first: 'page', at: string, answers: Answers): Promise<string>;
}

const log = new Logger('Pages');

/**
 * Renders visitors' pages with the built frontend, so that they are seen before its program has loaded. The same
 * answers are rendered once.
 * @returns the page as HTML; empty if it cannot be rendered, and for an address with a search, which may choose what
 * the page shows
 */
export function printerOf(dist: string): (request: Request, answers: Answers) => Promise<string> {
  const file = path.join(dist, '.vite/printer/printed.js');
  if (!existsSync(file)) return async () => '';
  let printer: Promise<Printer> | undefined;
  const printed = new WeakMap<Answers, Promise<string>>();
  const print = async (at: string, answers: Answers) => {
    printer ??= import(pathToFileURL(file).href) as Promise<Printer>;
    return (await printer).screen('page', at, answers).catch((error: unknown) => {
      log.warn(`${at} could not be rendered: ${(error as Error).message}`);
      return '';
    });
  };
  return async ({ path: at, originalUrl }, answers) => {
    if (originalUrl !== at) return '';
    const screen = printed.get(answers) ?? print(at, answers);
    printed.set(answers, screen);
    return screen;
  };
}
