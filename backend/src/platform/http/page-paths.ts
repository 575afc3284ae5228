import { PAGE_PATHS } from '@tknest/contracts/rules';

/** What fits a path as the router has it; what stands in the place of each `:x` is captured. */
export const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}${path === '/' ? '' : '/?'}$`);
const PATTERNS = PAGE_PATHS.map(patternOf);

/** Whether the web UI has a page at this path. */
export const isPage = (path: string): boolean => PATTERNS.some((pattern) => pattern.test(path));
