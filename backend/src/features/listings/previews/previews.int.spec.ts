import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import type { DataSource } from 'typeorm';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { createDataSource } from '#platform/database/data-source.js';
import { CostlyWork } from '#platform/http/costly-work.js';
import { widthOf } from '#platform/pdf/outlines.js';
import { FIXED } from '../property-heads.js';
import { PropertyMomentRow } from '../read-models/history/history.entities.js';
import { Property } from '../read-models/property/property.entity.js';
import { COLORS, HOUSES_FROM, linesIn, PREVIEW, previewPng, previewSvg, TEXT_TO } from './preview-picture.js';
import { Previews, PREVIEWS_KEPT } from './previews.js';
import { Sitemap, SITEMAP } from './sitemap.js';

const CONFIG = { publicUrl: 'https://tknest.example', accessCode: '' };
const [VISIBLE, HIDDEN, UNKNOWN] = [7, 8, 9];
let database: TestDatabase;
let db: DataSource;

/** Counts what is drawn. */
class Counted extends CostlyWork {
  drawn = 0;
  override run<Result>(who: string, work: () => Promise<Result>): Promise<Result> {
    this.drawn += 1;
    return super.run(who, work);
  }
}
const previews = (config = CONFIG, costly = new Counted()) => new Previews(db, config, costly);

beforeAll(async () => {
  database = await freshDatabase();
  db = await createDataSource(database.url, [Property, PropertyMomentRow]).initialize();
  const row = {
    owner: 'rOwner',
    address: '44 Example Avenue, Springfield, IL 62701',
    city: 'Springfield, IL',
    propertyType: null,
    monthlyRent: '2500',
    fundingGoal: '25000',
    fundingPurpose: 'Roof',
    termMonths: 42,
    monthlyRate: '6.5',
    tokenPrice: '100',
    tokenCount: 250,
    payoutPerToken: '2.668461',
    redemptionClause: 'None',
    tokensSold: 172,
    tokensReserved: 0,
    status: 'open' as const,
    pausedByAdmin: false,
    pausedByCheck: false,
    contractId: null,
    contractNameItem: null,
    contractBytes: null,
    contractSha256: null,
    createdAt: '2026-11-22T08:00:00Z',
  };
  await db.getRepository(Property).insert([
    { ...row, id: VISIBLE, name: 'Sample Court', hidden: false },
    { ...row, id: HIDDEN, name: 'Hidden House', hidden: true },
    { ...row, id: SITEMAP.each + 1, name: 'Later House', hidden: false },
  ]);
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

describe('the picture of a link', () => {
  it('is a PNG of the size that previews need, and small', async () => {
    for (const name of ['landing', 'properties', `property-${VISIBLE}`]) {
      const picture = (await previews().of(name))!;
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', ...PREVIEW });
      expect(picture.length).toBeLessThan(60_000);
    }
  });
  it('does not exist of a hidden, an unknown or no property, nor behind an access code', async () => {
    const names = [`property-${HIDDEN}`, `property-${UNKNOWN}`, 'property-0', 'property-7x', 'constructor', ''];
    expect(await Promise.all(names.map((name) => previews().of(name)))).toEqual(names.map(() => null));
    expect(await previews({ ...CONFIG, accessCode: 'LEDGER' }).of(`property-${VISIBLE}`)).toBeNull();
  });
  it('is drawn once for each state of the sale, also for many who ask at once', async () => {
    const costly = new Counted();
    const own = previews(CONFIG, costly);
    await Promise.all(Array.from({ length: 20 }, () => own.of(`property-${VISIBLE}`)));
    expect(costly.drawn).toBe(1);
    await db.getRepository(Property).update(VISIBLE, { tokensSold: 173 });
    await own.of(`property-${VISIBLE}`);
    expect(costly.drawn).toBe(2);
    await db.getRepository(Property).update(VISIBLE, { status: 'closed' });
    await own.of(`property-${VISIBLE}`);
    expect(costly.drawn).toBe(3);
    expect(PREVIEWS_KEPT).toBeLessThanOrEqual(500);
  });
  it('has no text that could be markup, in letters of any script', () => {
    const name = '</text><script>alert(1)</script> Дом 東京 “Court”';
    const svg = previewSvg({ title: name, lead: name, facts: [name], house: { id: 1, share: 0.5 } });
    expect(svg).not.toMatch(/script|<text|Дом|東京/);
  });
  it('of a very long name is as large as any other', async () => {
    const long = {
      title: 'word '.repeat(60),
      lead: 'x'.repeat(300),
      facts: ['6.5% a year'],
      house: { id: 2, share: 1 },
    };
    expect(await sharp(await previewPng(long)).metadata()).toMatchObject(PREVIEW);
  });
  it('cuts no sentence, and no text stands over a house or the ground', () => {
    const facts = ['Loan paid off', '999,999 of 1,000,000 tokens sold, 100%', '1,000.00 RLUSD a token · 60 months'];
    const names = [
      'Mill House',
      'The Old Cotton Mill on Example Avenue',
      'The Old Cotton Warehouse on the Corner of Example Avenue and Main',
    ];
    const house = { id: 2, share: 0.5 };
    for (const shown of [
      ...Object.values(FIXED).map(({ title, pictured }) => ({ ...pictured, title, facts: [] })),
      ...names.map((title) => ({ title, lead: 'Springfield, IL', facts, house })),
    ]) {
      const lines = linesIn(shown);
      const said = lines.map(({ text }) => text).join(' ');
      expect(said).toBe(['Tknest', shown.title, shown.lead, ...shown.facts].join(' '));
      for (const { text, size, weight, y } of lines) {
        expect(72 + widthOf(text, size, weight)).toBeLessThanOrEqual(TEXT_TO);
        expect(y).toBeLessThan(545);
      }
    }
    for (let id = 0; id < 6; id++) {
      const svg = previewSvg({ title: '', lead: '', facts: [], house: { id, share: 0.5 } });
      const lefts = [...svg.matchAll(/translate\((\S+) /g)].map(([, left]) => Number(left));
      expect(Math.min(...lefts)).toBe(HOUSES_FROM);
    }
  });
  it('has the colors of the light scheme', () => {
    const [light = ''] = readFileSync('frontend/src/shared/styles/tokens.css', 'utf8').split("'dark'");
    const told = Object.keys(COLORS).map((name) => [name, new RegExp(`--${name}: (#\\w+);`).exec(light)?.[1]]);
    expect(Object.fromEntries(told)).toEqual(COLORS);
  });
});

describe('what search engines are told', () => {
  const open = () => new Sitemap(db, CONFIG);
  it('are the public pages and visible properties, in lists of bounded length', async () => {
    expect((await open().index())!.match(/<loc>[^<]+/g)).toEqual(
      ['pages', '0', '1'].map((name) => `<loc>https://tknest.example/sitemaps/${name}.xml`),
    );
    expect(await open().list('pages')).toContain('<loc>https://tknest.example/properties</loc>');
    expect((await open().list('0'))!.match(/<loc>[^<]+/g)).toEqual(['<loc>https://tknest.example/properties/7']);
    expect(await open().list('1')).toContain(`/properties/${SITEMAP.each + 1}<`);
    for (const name of ['2', '-1', 'x', '1e3']) expect(await open().list(name)).toBeNull();
  });
  it('is that pictures may be read and calls may not; behind an access code, nothing', async () => {
    expect(open().robots()).toBe(
      'User-agent: *\nAllow: /api/previews/\nDisallow: /api/\nSitemap: https://tknest.example/sitemap.xml\n',
    );
    const closed = new Sitemap(db, { ...CONFIG, accessCode: 'LEDGER' });
    expect([closed.robots(), await closed.index(), await closed.list('0')]).toEqual([
      'User-agent: *\nDisallow: /\n',
      null,
      null,
    ]);
  });
});
