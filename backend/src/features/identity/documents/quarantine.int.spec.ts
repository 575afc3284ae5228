import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DocumentScan } from '@tknest/contracts/events';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { DataSource } from 'typeorm';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { identityOn, somebody } from '#test/support/identity.js';
import { load } from '#platform/event-store/decider.js';
import { identityFold } from '../identity.state.js';
import type { Jobs } from '#platform/consumers/jobs.js';
import type { Session } from '#platform/sessions/session.js';
import { CostlyWork } from '#platform/http/costly-work.js';
import type { UploadedFile } from '#platform/http/uploads/sealed-files.js';
import type { DocumentScanner } from './document-scanner.js';
import { QuarantineJob } from './quarantine.job.js';
import { DocumentDesk } from './take-document.js';
import { pdfOf } from '#test/support/pdf.js';

let db: TestDatabase;
let identity: ReturnType<typeof identityOn>;
beforeAll(async () => {
  db = await freshDatabase();
  identity = identityOn(db);
});
afterAll(() => db?.drop());

/** The documents in quarantine, from the read model. */
const waiting = new Map<string, { id: string; wallet: string; kind: string }>();
let says: DocumentScan = 'quarantined';
const looked: string[] = [];
/** The read models that were waited for. */
const asked: object[] = [];
const scanner = {
  scan: async (bytes: Buffer) => {
    looked.push(bytes.toString());
    return says;
  },
} as unknown as DocumentScanner;
async function round(): Promise<void> {
  const find = async ({ where }: { where: { scan: string }[] }) => {
    asked.push(...where);
    const isIn = await Promise.all(
      [...waiting.values()].map(async ({ id, wallet }) => {
        const scan = (await load(identity.store, identityFold(wallet))).state.documents.get(id)?.scan;
        return scan === undefined || where.some((one) => one.scan === scan);
      }),
    );
    return [...waiting.values()].filter((_, index) => isIn[index]);
  };
  const rows = { find };
  const source = { getRepository: () => rows } as unknown as DataSource;
  await new QuarantineJob(source, identity.vault, scanner, identity.decisions, identity.causation, {} as Jobs).round();
}
const standing = ({ wallet }: Session) => identity.standing.of(wallet, 'investor');
const scans = async (session: Session) =>
  ((await identity.identityOf(session)) as any[])
    .filter(({ type }) => type === 'DocumentScanned')
    .map(({ data }) => data.scan);

describe('a document that nobody could look at when it came', () => {
  async function inQuarantine(): Promise<Session> {
    const session = somebody();
    expect(await identity.submit(session, 'Ida', { scan: 'quarantined' })).toMatchObject({ status: 'pending' });
    const [submitted] = (await identity.identityOf(session)) as any[];
    const [{ id }] = submitted.data.documents;
    waiting.clear();
    waiting.set(id, { id, wallet: session.wallet, kind: 'idDocument' });
    return session;
  }
  it('keeps the application pending while the scanner is away, and verifies it when found clean, once', async () => {
    const session = await inQuarantine();
    says = 'quarantined';
    await round();
    expect([await scans(session), (await standing(session)).kycStatus]).toEqual([[], 'pending']);
    says = 'clean';
    await round();
    await round();
    expect([await scans(session), (await standing(session)).kycStatus]).toEqual([['clean'], 'verified']);
    expect(looked).toContain('Ida');
  });
  it('and holds malware refuses the application', async () => {
    const session = await inQuarantine();
    says = 'infected';
    await round();
    expect(await scans(session)).toEqual(['infected']);
    expect((await standing(session)).kycStatus).toBe('rejected');
  });
  it('stands as every document does there, where nothing looks at them any more', async () => {
    const session = await inQuarantine();
    says = 'unscanned';
    await round();
    await round();
    expect([await scans(session), (await standing(session)).kycStatus]).toEqual([['unscanned'], 'verified']);
  });
  it('and that came while there was no scanner is looked at once there is one, PDF files only', async () => {
    const session = somebody();
    await identity.submit(session, 'Ida', { scan: 'unscanned' });
    const [submitted] = (await identity.identityOf(session)) as any[];
    const [{ id }] = submitted.data.documents;
    waiting.clear();
    waiting.set(id, { id, wallet: session.wallet, kind: 'idDocument' });
    says = 'clean';
    asked.length = 0;
    await round();
    expect([asked, await scans(session)]).toEqual([[{ scan: 'quarantined' }], []]);
    Object.assign(scanner, { isThere: true });
    await round();
    await round();
    Object.assign(scanner, { isThere: false });
    expect(asked.at(-1)).toEqual({ scan: 'unscanned', mediaType: 'application/pdf' });
    expect(await scans(session)).toEqual(['clean']);
  });
  it('as an answer to the case desk is looked at a second time too', async () => {
    const session = somebody();
    await identity.submit(session, 'Ida');
    const id = randomUUID();
    await identity.vault.put(session.wallet, 'kyc-document/answer', Buffer.from('answer'), id, session.wallet);
    waiting.clear();
    waiting.set(id, { id, wallet: session.wallet, kind: 'answer' });
    says = 'infected';
    await round();
    await round();
    expect(await scans(session)).toEqual(['infected']);
    // It is not a document of the application, so the decision on that stays.
    expect((await standing(session)).kycStatus).toBe('verified');
  });
});

describe('documents of an answer pass what documents of an application pass', () => {
  const file = (originalname: string, bytes: Buffer) => {
    const kept = { bytes };
    const upload = {
      fieldname: 'documents',
      originalname,
      sha256: 'a',
      read: async () => kept.bytes,
      replace: async (next: Buffer) => void (kept.bytes = next),
    };
    return { upload: upload as unknown as UploadedFile, kept };
  };
  const desk = new DocumentDesk(scanner, new CostlyWork());
  it('a picture is drawn anew; what hides behind it is gone', async () => {
    says = 'clean';
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
    const { upload, kept } = file('id.png', Buffer.concat([png, Buffer.from('<script>')]));
    expect(await desk.take(upload, 'rOne')).toMatchObject({ scan: 'clean', mediaType: 'image/png' });
    expect(kept.bytes.includes('<script>')).toBe(false);
  });
  it('malware and other kinds are refused at their field', async () => {
    says = 'infected';
    const pdf = file('id.pdf', await pdfOf('id')).upload;
    await expect(desk.take(pdf, 'rOne')).rejects.toMatchObject({
      extra: { errors: { documents: ['Please send another file'] } },
    });
    await expect(desk.take(file('id.exe', Buffer.from('MZ')).upload, 'rOne')).rejects.toMatchObject({
      reason: 'invalid',
    });
  });
});
