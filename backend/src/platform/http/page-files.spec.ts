import { afterAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import fs from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { readShell, sendShell } from './frontend.js';
import { sessionOf } from './page-files.js';

const BUILT =
  '<html lang="en" data-demo-gate="on"><head><title>Tknest</title><script>first()</script></head><body><template id="first-gate">Code</template></body></html>';
type Calls = Record<string, string[]>;
const page = (kind: string, name: string, calls: Calls = {}, ofProperty: Calls = {}) => ({
  kind,
  files: ['kit.js', `${name}.css`, `${name}.js`],
  calls,
  ofProperty,
});
const PROFILE = ['/api/properties/:propertyId/profile'];
const PAGES = {
  first: ['first.js'],
  shell: ['kit.js', 'shell.js'],
  pages: {
    investor: page('homes', 'investor', { investor: ['/api/a?b=1&c=2'] }),
    landlord: page('homes', 'landlord'),
    '/auth': page('outside', 'auth'),
    '/terms': page('outside', 'terms'),
    '/properties/:propertyId': page('open', 'property', { visitor: PROFILE, investor: PROFILE }),
    '/portfolio': page('inside', 'portfolio', { investor: ['/api/portfolio'] }),
    '/checkout': page('open', 'checkout', {}, { investor: ['/api/properties/:propertyId'] }),
    '/landlord-payback': page('inside', 'payback', {}, { landlord: ['/api/own', '/api/loan/:propertyId'] }),
    '/admin': page('inside', 'admin', { admin: ['/api/admin/all'] }),
    '/compliance': page('inside', 'queue', { compliance: ['/api/queue'] }),
  },
  printed: { '/': '<h1>Fund property</h1>', '/auth': '<h1>Sign in</h1>', '/terms': '<h1>Terms $&</h1>' },
};
const ROLES: Record<string, string> = { one: 'investor', two: 'landlord', officer: 'compliance' };

describe('what a document says of its page', () => {
  const dist = fs.mkdtempSync(path.join(os.tmpdir(), 'tknest-ahead-'));
  fs.mkdirSync(path.join(dist, '.vite'));
  fs.writeFileSync(path.join(dist, 'index.html'), BUILT);
  fs.writeFileSync(path.join(dist, '.vite/pages.json'), JSON.stringify(PAGES));
  const sessions = sessionOf({
    find: async (token: string) => (ROLES[token] ? { role: ROLES[token] } : null),
  } as never);
  const servers: Server[] = [];
  afterAll(() => {
    servers.forEach((server) => server.close());
    fs.rmSync(dist, { recursive: true });
  });
  async function get(at: string, { as, gate = false }: { as?: string; gate?: boolean } = {}) {
    const app = express();
    const shell = readShell({ demoGate: gate, dist })!;
    const headOf = ({ path: of }: express.Request) =>
      of === '/landlord-payback' ? Promise.resolve({ head: null, propertyId: 7 }) : undefined;
    app.use((request, response) => sendShell(shell, headOf, request, response, sessions));
    const server = await new Promise<Server>((resolve) => {
      const one = app.listen(0, '127.0.0.1', () => resolve(one));
    });
    servers.push(server);
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}${at}`, {
      headers: as ? { Cookie: `__Host-session=${as}` } : {},
    });
    const html = await answer.text();
    return {
      html,
      links: [...html.matchAll(/<link rel="(\w+)"[^>]* href="([^"]+)"/g)].map(([, , to]) => to),
      cached: answer.headers.get('Cache-Control'),
    };
  }
  const files = (...names: string[]) => names.map((name) => `/${name}`);

  it.each([
    ['/terms', undefined, files('kit.js', 'terms.css', 'terms.js')],
    ['/terms', 'one', files('kit.js', 'terms.css', 'terms.js')],
    ['/properties/7', undefined, [...files('kit.js', 'property.css', 'property.js'), '/api/properties/7/profile']],
    [
      '/properties/7',
      'one',
      [...files('kit.js', 'shell.js', 'property.css', 'property.js'), '/api/properties/7/profile'],
    ],
    ['/properties/7?tokens=5', undefined, files('kit.js', 'property.css', 'property.js')],
    ['/portfolio', 'one', [...files('kit.js', 'shell.js', 'portfolio.css', 'portfolio.js'), '/api/portfolio']],
    ['/checkout', 'one', files('kit.js', 'shell.js', 'checkout.css', 'checkout.js')],
    [
      '/checkout?propertyId=7',
      'one',
      [...files('kit.js', 'shell.js', 'checkout.css', 'checkout.js'), '/api/properties/7'],
    ],
    ...['?propertyId=7&tokens=2', '?propertyId=7&propertyId=8', '?propertyId=..%2F7', '?tokens=7'].map(
      (search) => [`/checkout${search}`, 'one', files('kit.js', 'shell.js', 'checkout.css', 'checkout.js')] as const,
    ),
    [
      '/portfolio?propertyId=7',
      'one',
      [...files('kit.js', 'shell.js', 'portfolio.css', 'portfolio.js'), '/api/portfolio'],
    ],
    ...[['', 7] as const, ['?propertyId=9', 9] as const].map(
      ([search, id]) =>
        [
          `/landlord-payback${search}`,
          'two',
          [...files('kit.js', 'shell.js', 'payback.css', 'payback.js'), '/api/own', `/api/loan/${id}`],
        ] as const,
    ),
    ['/landlord-payback?propertyId=', 'two', files('kit.js', 'shell.js', 'payback.css', 'payback.js')],
    ['/portfolio', undefined, files('kit.js', 'auth.css', 'auth.js')],
    ['/portfolio', 'ended', files('kit.js', 'auth.css', 'auth.js')],
    ['/admin', 'one', files('kit.js', 'shell.js', 'admin.css', 'admin.js')],
    ['/', undefined, []],
    ['/', 'ended', []],
    ['/', 'one', [...files('kit.js', 'investor.css', 'investor.js'), '/api/a?b=1&amp;c=2']],
    ['/', 'two', files('kit.js', 'landlord.css', 'landlord.js')],
    ['/?role=rent_recipient', 'two', files('kit.js', 'investor.css', 'investor.js')],
    ['/?role=constructor', 'two', files('kit.js', 'landlord.css', 'landlord.js')],
    ['/', 'officer', [...files('kit.js', 'shell.js', 'queue.css', 'queue.js'), '/api/queue']],
    ['/compliance', 'one', files('kit.js', 'shell.js', 'queue.css', 'queue.js')],
    ['/no-such-page', 'one', []],
  ])('%s, signed in as %s: its files and its first data', async (at, as, links) => {
    expect((await get(at, as ? { as } : {})).links).toEqual(links);
  });

  it.each(['/properties/%22%3E%3Cscript%3E', '/properties/..%2F..%2Fapi', '/properties/$&'])(
    'an address that needs escaping starts no call: %s',
    async (at) => {
      const { html, links } = await get(at);
      expect(links).toEqual(files('kit.js', 'property.css', 'property.js'));
      expect(html.match(/<script/g)).toHaveLength(1);
    },
  );

  it.each([
    ['/', undefined, '<h1>Fund property</h1>'],
    ['/?role=investor', undefined, '<h1>Fund property</h1>'],
    ['/?payment=one', undefined, undefined],
    ['/?buy=7', undefined, undefined],
    ['/', 'one', undefined],
    ['/', 'ended', '<h1>Fund property</h1>'],
    ['/auth', undefined, '<h1>Sign in</h1>'],
    ['/auth?from=%2F%3Frole%3Dlandlord', undefined, undefined],
    ['/terms', 'one', '<h1>Terms $&</h1>'],
    ['/properties/7', undefined, undefined],
    ['/constructor', undefined, undefined],
  ])('%s, signed in as %s: the page as HTML', async (at, as, screen) => {
    for (const gate of [false, true]) {
      const { html } = await get(at, { ...(as ? { as } : {}), gate });
      expect(/<template id="first-page">([\s\S]*?)<\/template>/.exec(html)?.[1]).toBe(screen);
      expect(html).toContain('<template id="first-gate">Code</template>');
    }
  });

  it('with an access code they are inert, and only the document’s own script puts them into effect', async () => {
    const { html } = await get('/properties/7', { gate: true });
    const [inert] = /<template id="ahead">[\s\S]*?<\/template>/.exec(html)!;
    expect(inert).toContain('href="/property.js"');
    expect(html.replace(inert, '')).not.toContain('property');
    expect(html.indexOf(inert)).toBeLessThan(html.indexOf('<script>'));
  });

  it('no shared cache keeps a document that depends on who is signed in', async () => {
    for (const [at, as, cached] of [
      ['/terms', 'one', 'no-cache'],
      ['/portfolio', 'one', 'private, no-cache'],
      ['/portfolio', undefined, 'private, no-cache'],
      ['/', undefined, 'private, no-cache'],
    ] as const)
      expect([at, (await get(at, as ? { as } : {})).cached]).toEqual([at, cached]);
  });
});
