import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readShell, sendShell, type Shell } from './frontend.js';
import { headsFor, PageHeads, type PageHead } from './page-heads.js';
import { plainLine, unlisted, withHead } from './shell-head.js';

const BUILT = `<!doctype html>
<html lang="en" data-demo-gate="on">
  <head>
    <meta name="description" content="Fund property." />
    <title>Tknest</title>
    <script>first('<title>')</script>
  </head>
  <body><div id="root"></div><script>second()</script></body>
</html>`;
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];
const metaOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
const scriptsOf = (html: string) => [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script]) => script);
const head = (title: string, description = 'A rental property'): PageHead => ({
  title,
  description,
  address: 'https://tknest.example/properties/7',
  picture: { address: 'https://tknest.example/p.png?a=1&b="', alt: title, width: 1200, height: 630 },
});

describe('a page’s own title and description in the shell', () => {
  it('stand there once, for links and for search engines', () => {
    const html = withHead(BUILT, head('Sample Court', 'A rental property in Springfield, IL'));
    expect(titleOf(html)).toBe('Sample Court · Tknest');
    expect(html.match(/<title>[^<]*<\/title>/g)).toHaveLength(1);
    expect(html.match(/name="description"/g)).toHaveLength(1);
    for (const name of ['description', 'og:description'])
      expect(metaOf(html, name)).toBe('A rental property in Springfield, IL');
    expect(metaOf(html, 'og:title')).toBe('Sample Court · Tknest');
    expect([metaOf(html, 'og:type'), metaOf(html, 'og:site_name'), metaOf(html, 'twitter:card')]).toEqual([
      'website',
      'Tknest',
      'summary_large_image',
    ]);
    expect(metaOf(html, 'og:url')).toBe('https://tknest.example/properties/7');
    expect(html).toContain('<link rel="canonical" href="https://tknest.example/properties/7" />');
    expect(metaOf(html, 'og:image')).toBe('https://tknest.example/p.png?a=1&amp;b=&quot;');
    expect([metaOf(html, 'og:image:width'), metaOf(html, 'og:image:height')]).toEqual(['1200', '630']);
  });

  it.each([
    ['</title><script>alert(1)</script>', '&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; · Tknest'],
    ['"><script src=//evil.example>', '&quot;&gt;&lt;script src=//evil.example&gt; · Tknest'],
    ['Tom & Jerry’s "Court" \'s', 'Tom &amp; Jerry’s &quot;Court&quot; &#39;s · Tknest'],
    ['&lt;b&gt;', '&amp;lt;b&amp;gt; · Tknest'],
    ['$& $` $1 $<x>', '$&amp; $` $1 $&lt;x&gt; · Tknest'],
    ['برج العينة', 'برج العينة · Tknest'],
    ['Sample\u202eCourt\u2066', 'Sample Court · Tknest'],
    ['a\nb\u0000c\u2028d', 'a b c d · Tknest'],
    ['   ', ' · Tknest'],
  ])('the hostile name %j is text', (name, shown) => {
    const html = withHead(BUILT, head(name, name));
    expect(titleOf(html)).toBe(shown);
    expect(metaOf(html, 'og:title')).toBe(shown);
    // Only built scripts run, and the policy contains their digests.
    expect(scriptsOf(html)).toEqual(scriptsOf(BUILT));
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html.match(/<meta/g)).toHaveLength(12);
  });

  it('are cut where they are very long, between characters', () => {
    const html = withHead(BUILT, head('𝒳'.repeat(500), 'word '.repeat(500)));
    expect([...titleOf(html)!]).toHaveLength(70 + ' · Tknest'.length);
    expect(titleOf(html)).toMatch(/^𝒳+… · Tknest$/u);
    expect(metaOf(html, 'description')!.length).toBeLessThanOrEqual(200);
    expect(plainLine('short', 10)).toBe('short');
  });

  it('a shell behind a gate asks not to be listed', () => {
    expect(metaOf(unlisted(BUILT), 'robots')).toBe('noindex');
    expect(titleOf(unlisted(BUILT))).toBe('Tknest');
  });
});

describe('pages that are one of many', () => {
  const dist = fs.mkdtempSync(path.join(os.tmpdir(), 'tknest-head-'));
  const servers: Server[] = [];
  const seen: unknown[] = [];
  const heads = new PageHeads();
  heads.register('/properties/:propertyId', async ([id], session) => {
    seen.push(session?.wallet ?? null);
    if (id === '9') throw new Error('the database is away');
    if (id === '8') return session ? { head: null } : null;
    return id === '7' ? { head: head('</title><script>x</script>') } : null;
  });
  const sessions = { find: async (token: string) => (token === 'owner' ? { wallet: 'rOwner' } : null) } as never;
  let shells: Record<'open' | 'gated', Shell>;

  beforeAll(async () => {
    fs.writeFileSync(path.join(dist, 'index.html'), BUILT);
    shells = { open: readShell({ demoGate: false, dist })!, gated: readShell({ demoGate: true, dist })! };
    for (const shell of [shells.open, shells.gated]) {
      const app = express();
      app.use((request, response) => sendShell(shell, headsFor(heads, sessions), request, response));
      servers.push(
        await new Promise<Server>((resolve) => {
          const server = app.listen(0, '127.0.0.1', () => resolve(server));
        }),
      );
    }
  });
  afterAll(() => {
    servers.forEach((server) => server.close());
    fs.rmSync(dist, { recursive: true });
  });
  async function get(
    at: string,
    { gate = 'open', ...headers }: { gate?: 'open' | 'gated' } & Record<string, string> = {},
  ) {
    const { port } = servers[gate === 'open' ? 0 : 1]!.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}${at}`, { headers });
    return {
      status: answer.status,
      html: await answer.text(),
      type: answer.headers.get('Content-Type'),
      cached: answer.headers.get('Cache-Control'),
    };
  }

  it.each(['br', 'gzip', 'identity'])('are served with their own head, packed as %s', async (encoding) => {
    const { status, html, type } = await get('/properties/7', { 'Accept-Encoding': encoding });
    expect([status, type]).toEqual([200, 'text/html; charset=utf-8']);
    expect(titleOf(html)).toBe('&lt;/title&gt;&lt;script&gt;x&lt;/script&gt; · Tknest');
    const digests = scriptsOf(html).map(
      (script) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
    );
    expect(digests).toEqual(shells.open.scriptHashes);
  });
  it.each(['/properties/1', '/properties/abc', '/properties/8', '/properties/7/more'])(
    '%s is the shell of what is not there, with status 404',
    async (at) => {
      const { status, html } = await get(at);
      expect([status, html]).toEqual([404, shells.open.html.toString()]);
    },
  );
  it('one that is hidden is there for whose session finds it, and its shell tells nothing of it', async () => {
    const { status, html } = await get('/properties/8', { Cookie: 'a=b; __Host-session=owner' });
    expect([status, html]).toEqual([200, shells.open.html.toString()]);
    expect((await get('/properties/8', { Cookie: '__Host-session=old' })).status).toBe(404);
    expect(seen.at(-2)).toBe('rOwner');
  });
  it('with a gate nothing of them is told before it, and none is listed', async () => {
    const { status, html } = await get('/properties/7', { gate: 'gated' });
    expect([status, html]).toEqual([200, shells.gated.html.toString()]);
    expect(metaOf(html, 'robots')).toBe('noindex');
    expect((await get('/properties/1', { gate: 'gated' })).status).toBe(404);
  });
  it('one that cannot be asked for is served as it is: its program says what is wrong', async () => {
    const { status, html } = await get('/properties/9');
    expect([status, html]).toEqual([200, shells.open.html.toString()]);
  });
  it('are kept by no cache that several people share', async () => {
    for (const [at, cached] of [
      ['/properties/7', 'private, no-cache'],
      ['/properties/8', 'private, no-cache'],
      ['/terms', 'no-cache'],
      ['/no-such-page', 'no-cache'],
    ] as const)
      expect([at, (await get(at)).cached]).toEqual([at, cached]);
  });
  it('other pages are asked for nowhere', async () => {
    const before = seen.length;
    expect([(await get('/terms')).status, (await get('/no-such-page')).status]).toEqual([200, 404]);
    expect(seen).toHaveLength(before);
  });
});
