import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp, { type Sharp } from 'sharp';
import { ProgramInParts } from './support/program-in-parts.js';
import { SHORT_LIST } from './support/short-list.js';

const MEGABYTE = 1024 * 1024;
/** What all pictures together may take above what the idle program holds. */
const MEMORY_MAX = 300 * MEGABYTE;
const ANSWER_MAX_MS = 200;

const program = new ProgramInParts(SHORT_LIST);
beforeAll(() => program.start());
afterAll(() => program.remove());

const plain = (side: number, channels: 3 | 4): Sharp =>
  sharp({ create: { width: side, height: side, channels, background: '#7f9f8f' }, limitInputPixels: false });
/** Small files that take the most memory within the limits: a decoder must hold each of them whole. */
const WORST: [string, () => Promise<Buffer>][] = [
  ['interlaced.png', () => plain(5_000, 4).png({ progressive: true }).toBuffer()],
  ['turned.jpg', () => plain(5_000, 3).withMetadata({ orientation: 5 }).jpeg().toBuffer()],
  [
    'progressive.jpg',
    () =>
      plain(3_300, 3)
        .withMetadata({ orientation: 6 })
        .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
        .toBuffer(),
  ],
  ['deep.png', () => plain(3_500, 4).toColourspace('rgb16').png({ progressive: true }).toBuffer()],
];

const pid = () => program.pidOf('backend');
/** Linux counts it in kB. */
const memory = (field: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid()}/status`, 'utf8'))![1]) * 1024;

describe('the worst pictures at once', () => {
  it('stay within 300 MB above the idle program, which answers meanwhile', async () => {
    const uploads = await Promise.all(
      WORST.map(async ([name, make]) => {
        const person = await (await program.newPerson()).signIn('investor');
        const bytes = new Uint8Array(await make());
        expect(bytes.length).toBeLessThan(5 * MEGABYTE);
        const form = new FormData();
        for (const [field, value] of Object.entries<string>(person.application('investor'))) form.set(field, value);
        const type = name.endsWith('png') ? 'image/png' : 'image/jpeg';
        for (const kind of ['idDocument', 'addressProof', 'incomeProof'])
          form.set(kind, new Blob([bytes], { type }), name);
        return { name, send: () => person.call('POST', '/api/kyc/submit', { form }) };
      }),
    );
    await sleep(2_000);
    const idle = memory('VmRSS');
    // Forgets the highest figure so far.
    writeFileSync(`/proc/${pid()}/clear_refs`, '5');
    let isOver = false;
    const answers = Promise.all(uploads.map(({ send }) => send())).finally(() => (isOver = true));
    const waits: number[] = [];
    while (!isOver) {
      const asked = performance.now();
      expect((await fetch(`${program.runtime.url}/api/health/live`)).status).toBe(200);
      waits.push(performance.now() - asked);
      await sleep(50);
    }
    for (const [at, { status, body }] of (await answers).entries())
      expect([uploads[at]!.name, status, body]).toEqual([uploads[at]!.name, 200, expect.anything()]);
    waits.sort((a, b) => a - b);
    expect(waits.length).toBeGreaterThan(10);
    expect(memory('VmHWM') - idle).toBeLessThan(MEMORY_MAX);
    expect(waits[Math.floor(waits.length * 0.95)]).toBeLessThan(ANSWER_MAX_MS);
  });
});
