import { expect, it } from '@jest/globals';
import { isPage } from './page-paths.js';

it.each([
  '/',
  '/admin',
  '/admin/',
  '/admin/users/rWallet',
  '/properties',
  '/properties/7',
  '/audit/events',
  '/compliance/a%2Fb',
])('%s is a page', (path) => expect(isPage(path)).toBe(true));

it.each(['/auditx', '/compliancex', '/admin/nothing', '/properties/7/more', '//', '/adminx', '/statements/2026'])(
  '%s is none',
  (path) => expect(isPage(path)).toBe(false),
);
