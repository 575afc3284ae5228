import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { UserRole } from '@tknest/contracts/api';
import { LISTING } from '@tknest/contracts/rules';
import type { Request } from 'express';
import { readCookie, SESSION_COOKIE } from '../sessions/cookies.js';
import type { SessionService } from '../sessions/session-service.js';
import type { Session } from '../sessions/session.js';
import { patternOf } from './page-paths.js';

type Calls = Readonly<Record<string, readonly string[]>>;
/**
 * What a page loads beside the files of every document, and the calls that it starts with, by role: without a search,
 * and where the search names a property.
 */
interface Page {
  kind: 'homes' | 'outside' | 'open' | 'inside';
  files: readonly string[];
  calls: Calls;
  ofProperty: Calls;
}
/** As scripts/lib/page-files.mjs writes it: the homes by their view, all others by the path of their route. */
interface Built {
  shell: readonly string[];
  pages: Readonly<Record<string, Page>>;
  /** The HTML of pages that every visitor sees the same, by path. */
  printed?: Readonly<Record<string, string>>;
}
/** What the document says of its page: the links, whether they depend on who asks, and the page as HTML. */
export interface Ahead {
  links: string;
  isPersonal: boolean;
  screen?: string | undefined;
}

const NONE: Ahead = { links: '', isPersonal: false };
const HOMES = new Set(['/', '/dashboard', '/integrated-dashboard']);
/** As frontend/src/app/use-view.ts reads them. */
const VIEWS: ReadonlyMap<unknown, string> = new Map([
  ['landlord', 'landlord'],
  ['property_owner', 'landlord'],
  ['investor', 'investor'],
  ['rent_recipient', 'investor'],
]);
const SIGN_IN = '/auth';

const linkTo = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}" />`
    : `<link rel="modulepreload" crossorigin href="/${file}" />`;
const linkToData = (url: string) =>
  `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${url.replaceAll('&', '&amp;')}" />`;

const linksOf = (files: readonly string[], calls: readonly string[]) =>
  [...files.map(linkTo), ...calls.map(linkToData)].join('\n    ');

/** The session of the browser that asks; null without one. */
export const sessionOf =
  (sessions: Pick<SessionService, 'find'>) =>
  async (request: Request): Promise<Session | null> => {
    const cookie = readCookie(request, SESSION_COOKIE);
    return cookie ? sessions.find(cookie, true) : null;
  };

/** @param propertyId that the page begins with if its address has no search */
type FindAhead = (request: Request, session: () => Promise<Session | null>, propertyId?: number) => Promise<Ahead>;

/** Reads what the build wrote down; without it, documents name no files. */
export function readPageFiles(dist: string): FindAhead {
  const file = path.join(dist, '.vite/pages.json');
  if (!existsSync(file)) return async () => NONE;
  const { shell, pages, printed = {} } = JSON.parse(readFileSync(file, 'utf8')) as Built;
  const known = Object.entries(pages)
    .filter(([at]) => at.startsWith('/'))
    .map(([at, page]) => ({ pattern: patternOf(at), names: at.match(/:\w+/g) ?? [], page }));

  /** A page's own address fills its calls, and is only used where nothing in it needs escaping. */
  function linksTo(at: string, search: Search, who: Session | null): string {
    for (const { pattern, names, page } of known) {
      const [found, ...params] = pattern.exec(at) ?? [];
      if (found === undefined) continue;
      const files = new Set([...(who && page.kind !== 'outside' ? shell : []), ...page.files]);
      const calls = params.every((one) => /^[\w-]+$/.test(one)) ? callsOf(page, search, who) : [];
      const filled = calls.map((url) => names.reduce((so, name, nth) => so.replace(name, params[nth]!), url));
      return linksOf([...files], filled);
    }
    return '';
  }

  return async (request, session, propertyId) => {
    const { path: at, query } = request;
    const search = searchOf(request, propertyId);
    const kind = HOMES.has(at) ? 'homes' : known.find(({ pattern }) => pattern.test(at))?.page.kind;
    // A search may choose what a page shows; of the landing page, these lead to a payment.
    const isPlain = search === 'none' || (at === '/' && query.payment === undefined && query.buy === undefined);
    const screen = isPlain && Object.hasOwn(printed, at) ? printed[at] : undefined;
    if (kind === undefined || kind === 'outside')
      return { links: linksTo(at, search, null), isPersonal: false, screen };
    const who = readCookie(request, SESSION_COOKIE) === null ? null : await session();
    const links = () => {
      if (!who && kind !== 'open') return kind === 'homes' ? '' : linksTo(SIGN_IN, 'other', null);
      if (!who || kind !== 'homes') return linksTo(at, search, who);
      if (who.role === 'compliance') return linksTo('/compliance', search, who);
      const home = pages[VIEWS.get(query.role) ?? viewOf(who.role)]!;
      return linksOf(home.files, callsOf(home, search, who));
    };
    return { links: links(), isPersonal: true, screen: who ? undefined : screen };
  };
}

/** What the search of an address says: nothing, the property of this number alone, or anything else. */
type Search = 'none' | 'other' | { propertyId: string };

function searchOf({ originalUrl, path: at, query }: Request, begins: number | undefined): Search {
  if (originalUrl === at) return begins === undefined ? 'none' : { propertyId: String(begins) };
  const { propertyId, ...rest } = query;
  const isNamed = typeof propertyId === 'string' && LISTING.idPattern.test(propertyId);
  return isNamed && Object.keys(rest).length === 0 ? { propertyId } : 'other';
}

function callsOf({ calls, ofProperty }: Page, search: Search, who: Session | null): readonly string[] {
  const role = who?.role ?? 'visitor';
  if (search === 'other') return [];
  if (search === 'none') return calls[role] ?? [];
  return (ofProperty[role] ?? calls[role] ?? []).map((url) => url.replace(':propertyId', search.propertyId));
}

const viewOf = (role: UserRole) => (role === 'landlord' ? 'landlord' : 'investor');

/** Puts a page's HTML into its document, inert until the document's own script shows it. */
export const withScreen = (shell: string, screen: string): string =>
  shell.replace('<template id="first-gate">', (gate) => `<template id="first-page">${screen}</template>\n    ${gate}`);

/** @param links inert if an access code may come first: the document's own script puts them into effect */
export const withLinks = (shell: string, links: string, isInert: boolean): string =>
  isInert
    ? shell.replace(/<title>/, (title) => `<template id="ahead">${links}</template>\n    ${title}`)
    : shell.replace('</head>', (end) => `  ${links}\n  ${end}`);
