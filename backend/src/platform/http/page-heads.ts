import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { SessionService } from '../sessions/session-service.js';
import type { Session } from '../sessions/session.js';
import { networkOfClient } from './network-of.js';
import { sessionOf } from './page-files.js';
import { patternOf } from './page-paths.js';

/** What a page's HTML says about it without JavaScript, for search engines and link previews. */
export interface PageHead {
  title: string;
  description: string;
  /** The page's own address, absolute, however somebody came to it. */
  address: string;
  /** For link previews. */
  picture: { address: string; alt: string; width: number; height: number };
}
/** A page that exists. */
export interface FoundPage {
  /** Null if it is not described. */
  head: PageHead | null;
  /** The property that the page begins with if its address names none. */
  propertyId?: number | undefined;
  /** The answers to a visitor's first calls, by URL, if the page is also rendered for them. */
  answers?: Readonly<Record<string, unknown>> | undefined;
}
/**
 * @param network of the client, by which a visitor's looks are counted
 * @returns null if there is no such page for this session
 */
export type FindHead = (
  params: readonly string[],
  session: Session | null,
  network: string,
) => Promise<FoundPage | null>;

/** Pages with heads of their own: each feature knows which of its pages with an id exist, and what heads say. */
@Injectable()
export class PageHeads {
  private readonly known: { pattern: RegExp; find: FindHead }[] = [];

  /** @param path in the router's notation */
  register(path: string, find: FindHead): void {
    this.known.push({ pattern: patternOf(path), find });
  }

  /** @returns undefined for a page that always exists and has the shell's own head */
  of(path: string): ((session: Session | null, network: string) => ReturnType<FindHead>) | undefined {
    for (const { pattern, find } of this.known) {
      const [found, ...params] = pattern.exec(path) ?? [];
      if (found !== undefined) return (session, network) => find(params, session, network);
    }
    return undefined;
  }
}

/** The head of the requested page, as the session of the browser may see it. */
export const headsFor =
  (heads: PageHeads, sessions: Pick<SessionService, 'find'>) =>
  (request: Request): ReturnType<FindHead> | undefined => {
    const find = heads.of(request.path);
    return find && sessionOf(sessions)(request).then((session) => find(session, networkOfClient(request)));
  };
