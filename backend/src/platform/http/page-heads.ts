import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { readCookie, SESSION_COOKIE } from '../sessions/cookies.js';
import type { SessionService } from '../sessions/session-service.js';
import type { Session } from './access.js';
import { patternOf } from './page-paths.js';

/** What a page says of itself before its program has come: to a search engine, to a chat that shows a link. */
export interface PageHead {
  title: string;
  description: string;
}
/** @returns `head` null where nothing is told of a page that is there; null where there is no such page for them */
export type FindHead = (
  params: readonly string[],
  session: Session | null,
) => Promise<{ head: PageHead | null } | null>;

/** Pages that are one of many: each feature knows which of its own exist, and what their heads say. */
@Injectable()
export class PageHeads {
  private readonly known: { pattern: RegExp; find: FindHead }[] = [];

  /** @param path as the router has it */
  register(path: string, find: FindHead): void {
    this.known.push({ pattern: patternOf(path), find });
  }

  /** @returns undefined for a path that is not one of many: it is there, and its head is the shell's own */
  of(path: string): ((session: Session | null) => ReturnType<FindHead>) | undefined {
    for (const { pattern, find } of this.known) {
      const [, ...params] = pattern.exec(path) ?? [];
      if (params.length > 0) return (session) => find(params, session);
    }
    return undefined;
  }
}

/** What is known of the page that somebody asks for, by the session of their browser. */
export const headsFor =
  (heads: PageHeads, sessions: Pick<SessionService, 'find'>) =>
  (request: Request): ReturnType<FindHead> | undefined => {
    const find = heads.of(request.path);
    if (!find) return undefined;
    const cookie = readCookie(request, SESSION_COOKIE);
    return cookie ? sessions.find(cookie, true).then(find) : find(null);
  };
