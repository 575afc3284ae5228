import { PAGE_PATHS } from '@tknest/contracts/rules';

/** A regular expression for a path of the router; each `:x` is captured. */
export const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}${path === '/' ? '' : '/?'}$`);
const PATTERNS = PAGE_PATHS.map(patternOf);

/** Whether the web UI has a page at this path. */
export const isPage = (path: string): boolean => PATTERNS.some((pattern) => pattern.test(path));

/** Paths that calls answer, and no page. */
export const NO_PAGE = /^\/(api|docs|metrics|\.well-known|sitemaps)(\/|$)|^\/(robots\.txt|sitemap\.xml)$/;
