import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { expectSound, launchBrowser, signedIn } from './support/browser.js';
import { Program } from './support/program.js';
import { pdfWith } from '../scripts/lib/paper.mjs';

/** The compliance desk: a listed person is held, officers decide, and a new list screens everybody again. */
const folder = mkdtempSync(path.join(os.tmpdir(), 'tknest-list-'));
const program = new Program({ SANCTIONS_FILE: folder });
const reason = 'Born 27 years apart, another country, document read';
let officer: Person, admin: Person, auditor: Person, jon: Person, clean: Person, owner: Person;

/** A list in OFAC's format: these names, and enough others that one more or less is under a tenth. */
function publish(...names: string[]): void {
  const others = Array.from({ length: 30 }, (_, at) => `QQ${'abcdefghijklmnop'[at % 16]!.repeat(6)}, Zz${at}ww`);
  const rows = [...others, ...names].map(
    (name, at) => `${100 + at},"${name}","individual","SDGT",${'-0- ,'.repeat(7)}"DOB 1961."`,
  );
  writeFileSync(path.join(folder, 'sdn.csv'), `${rows.join('\r\n')}\r\n\x1a`);
  writeFileSync(path.join(folder, 'alt.csv'), '\x1a');
}
const JON = { firstName: 'Jonathan', lastName: 'Specimen', dateOfBirth: '1988-04-12' };
const casesOf = (who: Person, query = '') => who.get(`/api/compliance/cases${query}`);
const undecided = async (wallet: string) =>
  (await casesOf(officer)).find((row: any) => row.wallet === wallet && row.state !== 'decided');
const caseOf = (wallet: string): Promise<any> => until(() => undecided(wallet), Boolean, 'the case');
const decide = (who: Person, id: string, body: object) =>
  who.call('POST', `/api/compliance/cases/${id}/decide`, { body: { reason, ...body } });
const kycOf = async (who: Person) => (await who.get('/api/kyc/status')).kycStatus;
const becomes = (who: Person, status: string) =>
  until(
    () => kycOf(who),
    (now: string) => now === status,
    `kyc ${status}`,
  );

beforeAll(async () => {
  publish('SPECIMEN, Jonathan');
  await program.start();
  auditor = await program.personOf('auditor').signIn('investor');
  officer = await program.personOf('compliance').signIn('investor');
  admin = await program.personOf('admin').signIn('investor');
  jon = await (await program.newPerson()).signIn('investor');
  clean = await (await program.newPerson()).signIn('investor');
  owner = await program.personOf('landlord').signIn('landlord');
});
afterAll(async () => {
  await program.remove();
  rmSync(folder, { recursive: true, force: true });
});

describe('A sanctions hit', () => {
  it('rejects at first screening, opens a high case, and applying again does not start over', async () => {
    expect(await jon.verify('investor', JON)).toMatchObject({ status: 'rejected', riskLevel: 'high' });
    const row = await caseOf(jon.address);
    expect(row).toMatchObject({ kind: 'screening', risk: 'high', state: 'open', userRole: 'investor', score: 1 });
    expect(JSON.stringify(row)).not.toContain('Specimen');
    expect(await jon.verify('investor', JON)).toMatchObject({ status: 'rejected' });
    expect((await casesOf(officer)).filter(({ wallet }: any) => wallet === jon.address)).toHaveLength(1);
    expect(await clean.verify('investor')).toMatchObject({ status: 'approved' });
  });

  it('is shown to an officer with the words that matched; the look is in the record, and an auditor sees it masked', async () => {
    const { id } = await caseOf(jon.address);
    const seen = await officer.get(`/api/compliance/cases/${id}`);
    expect(seen).toMatchObject({
      applicant: { name: expect.stringContaining('Jonathan') },
      assignee: null,
      needsTwo: true,
      mayDecide: true,
    });
    expect(seen.hits).toMatchObject([{ score: 1, level: 'high', remembered: false, program: 'SDGT' }]);
    expect(seen.hits[0].words).toContainEqual({ screened: 'Jonathan', listed: 'jonathan', how: 'same', score: 1 });
    expect(seen.documents.map(({ kind }: any) => kind)).toContain('idDocument');
    const document = await officer.call('GET', `/api/compliance/cases/${id}/documents/${seen.documents[0].id}`);
    expect(document.status).toBe(200);
    const opened = async (who: Person) =>
      (await who.get(`/api/compliance/cases/${id}`)).documents.filter((one: any) => one.opened).length;
    expect([await opened(officer), await opened(admin)]).toEqual([1, 0]);
    const { events } = await auditor.get(`/api/audit/events?stream=screening-${jon.address}&type=ComplianceCaseViewed`);
    expect(events.map(({ data }: any) => [data.by, data.documentId])).toEqual([
      [officer.address, undefined],
      [officer.address, seen.documents[0].id],
      [officer.address, undefined],
      [admin.address, undefined],
    ]);
    const masked = await auditor.get(`/api/compliance/cases/${id}`);
    expect(masked).toMatchObject({ masked: true, documents: [], mayDecide: expect.stringContaining('Auditors') });
    expect(JSON.stringify(masked)).not.toMatch(/Jonathan|Springfield|1988-04-12/);
    const log = JSON.stringify((await auditor.get('/api/audit/events?limit=1000')).events);
    expect(log).not.toMatch(/Specimen|1988-04-12/);
  });

  it('is of nobody else: no session 401, another person’s case 404, who is no officer 403', async () => {
    const { id } = await caseOf(jon.address);
    expect((await clean.call('GET', `/api/compliance/cases/${id}`)).status).toBe(403);
    expect((await clean.call('POST', `/api/kyc/cases/${id}/answer`, { body: { text: 'Let me in' } })).status).toBe(404);
    expect(await clean.get('/api/kyc/cases')).toEqual([]);
    expect((await fetch(`${program.runtime.url}/api/compliance/cases`)).status).toBe(401);
    expect((await fetch(`${program.runtime.url}/api/kyc/cases`)).status).toBe(401);
    expect((await decide(auditor, id, { decision: 'clear', revision: 0 })).status).toBe(403);
    expect((await decide(officer, 'no-such', { decision: 'reject', revision: 0 })).status).toBe(404);
  });

  it('waits while the applicant is asked, who reads the question and no list', async () => {
    const { id } = await caseOf(jon.address);
    const { revision } = await officer.get(`/api/compliance/cases/${id}`);
    expect((await decide(officer, id, { decision: 'ask', revision: revision + 1 })).status).toBe(409);
    // The call accepts a brief question; the form requires a whole sentence.
    const brief = { decision: 'ask', revision, reason: 'Born when?' };
    expect((await decide(officer, id, brief)).body).toMatchObject({ state: 'asked' });
    expect(await jon.get('/api/kyc/cases')).toEqual([{ id, userRole: 'investor', question: brief.reason }]);
    const answer = (name: string, content: string) => {
      const form = new FormData();
      form.set('text', 'I was born in 1988');
      form.append('documents', new Blob([content]), name);
      return jon.call('POST', `/api/kyc/cases/${id}/answer`, { form });
    };
    for (const [name, content] of [
      ['id.exe', 'MZ'],
      ['id.png', '<svg/>'],
      ['id.png', '\x89PNG\r\n'],
    ] as const)
      expect((await answer(name, content)).status).toBe(400);
    const answered = await answer('id.pdf', pdfWith('document').toString('latin1'));
    expect([answered.status, answered.body]).toEqual([200, []]);
    expect((await jon.call('POST', `/api/kyc/cases/${id}/answer`, { body: { text: 'Again' } })).status).toBe(409);
    const seen = await officer.get(`/api/compliance/cases/${id}`);
    expect(seen.history).toContainEqual(expect.objectContaining({ reason: 'I was born in 1988', actor: jon.address }));
    const given = seen.documents.find(({ kind }: any) => kind === 'answer');
    expect(given).toMatchObject({ mediaType: 'application/pdf', scan: 'unscanned', opened: false });
    expect((await officer.call('GET', `/api/compliance/cases/${id}/documents/${given.id}`)).status).toBe(200);
    expect((await jon.get('/api/kyc/documents')).map((one: any) => one.id)).toContain(given.id);
  });

  it('is taken as a file by officers alone; the record says by whom', async () => {
    const { id } = await caseOf(jon.address);
    const take = (who: Person) =>
      fetch(`${program.runtime.url}/api/compliance/cases/${id}/file.pdf`, {
        headers: { Authorization: `Bearer ${who.token}` },
      });
    const file = await take(officer);
    expect([file.status, file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
      200,
      'application/pdf',
      `attachment; filename="case-${id.slice(0, 8)}.pdf"`,
    ]);
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    for (const [who, status] of [
      [auditor, 403],
      [clean, 403],
      [jon, 403],
    ] as const)
      expect((await take(who)).status).toBe(status);
    const { events } = await auditor.get(`/api/audit/events?stream=screening-${jon.address}&type=ComplianceCaseViewed`);
    expect(events.filter(({ data }: any) => data.exported).map(({ data }: any) => data.by)).toEqual([officer.address]);
  });

  it('is taken, put back and noted; the note lies in the vault, and an auditor does not read it', async () => {
    const { id, assignee } = await caseOf(jon.address);
    // Who asked the applicant has the case.
    expect(assignee).toBe(officer.address);
    const act = (who: Person, what: string, body: object) =>
      who.call('POST', `/api/compliance/cases/${id}/${what}`, { body });
    expect((await act(admin, 'assign', { mine: false })).status).toBe(409);
    expect((await act(admin, 'assign', { mine: true })).body).toMatchObject({ assignee: admin.address });
    expect((await act(admin, 'assign', { mine: false })).body).toMatchObject({ assignee: null });
    expect((await act(officer, 'assign', { mine: true })).body).toMatchObject({ assignee: officer.address });
    const note = 'Called back: lives in Springfield since 1999';
    const noted = await act(officer, 'notes', { note });
    expect(noted.body.history.at(-1)).toMatchObject({ what: 'Note', reason: note, actor: officer.address });
    expect(JSON.stringify(await auditor.get(`/api/compliance/cases/${id}`))).not.toContain('Springfield');
    expect(JSON.stringify((await auditor.get('/api/audit/events?limit=1000')).events)).not.toContain('Called back');
    for (const [who, status] of [
      [auditor, 403],
      [clean, 403],
    ] as const)
      for (const [what, body] of [
        ['assign', { mine: true }],
        ['notes', { note }],
      ] as const)
        expect((await act(who, what, body)).status).toBe(status);
    for (const body of [{}, { note: ' ' }, { note: 'x'.repeat(3_000) }, { note: 7 }])
      expect((await act(officer, 'notes', body)).status).toBe(400);
    expect((await act(officer, 'assign', { mine: 'yes' })).status).toBe(400);
  });

  it('is found in the queue by whole words of the name, by wallet and by case; the figures count every case', async () => {
    const { id } = await caseOf(jon.address);
    const ids = async (who: Person, search: string, reason?: string) =>
      (await who.post('/api/compliance/cases/search', { show: 'open', search, ...(reason && { reason }) })).map(
        (row: any) => row.id,
      );
    const byName = () => ids(officer, 'specimen jonathan');
    await until(byName, (found: string[]) => found.length > 0, 'the name to be found');
    for (const search of [id.slice(0, 8), jon.address.slice(2, 12)])
      expect(await ids(officer, search, 'sanctions-hit')).toEqual([id]);
    expect(await ids(officer, 'jonath')).toEqual([]);
    expect(await ids(officer, 'jonathan other')).toEqual([]);
    expect(await ids(officer, 'jonathan', 'duplicate-identity')).toEqual([]);
    expect(await ids(auditor, 'jonathan')).toEqual([]);
    // The log records who searched, but not the search words.
    const { events } = await auditor.get('/api/audit/events?stream=name-searches');
    expect(events.at(-1)).toMatchObject({ type: 'NameSearched', data: { by: officer.address, found: 1 } });
    expect(JSON.stringify(events)).not.toMatch(/jonathan/i);
    expect(await casesOf(officer, '?show=mine')).toMatchObject([{ id }]);
    expect(await casesOf(admin, '?show=mine')).toEqual([]);
    const summary = { open: 1, toReview: 1, asked: 0, secondApproval: 0, overdue: 0, medianMinutes: null };
    expect(await officer.get('/api/compliance/summary')).toEqual({ ...summary, mine: 1 });
    expect(await admin.get('/api/compliance/summary')).toEqual({ ...summary, mine: 0 });
    expect((await clean.call('GET', '/api/compliance/summary')).status).toBe(403);
  });

  it('is shared with a wallet that an officer links, which takes that person from the desk; apart it stays held', async () => {
    const { id } = await caseOf(jon.address);
    const link = (who: Person, body: object) =>
      who.call('POST', `/api/compliance/cases/${id}/wallets`, { body: { wallet: admin.address, reason, ...body } });
    expect((await link(officer, { linked: true, reason: 'too short' })).status).toBe(400);
    expect((await link(clean, { linked: true })).status).toBe(403);
    expect((await link(admin, { linked: true })).status).toBe(403);
    expect((await link(officer, { linked: false })).status).toBe(409);
    const linked = await link(officer, { linked: true });
    expect(linked.body).toMatchObject({ wallets: [{ wallet: admin.address, how: 'linked' }] });
    const held = await caseOf(admin.address);
    expect(held).toMatchObject({ risk: 'high', reason: 'Another wallet of the person has a hit' });
    // An officer who is the applicant, with any linked wallet, cannot read what colleagues wrote.
    const own = await admin.get(`/api/compliance/cases/${id}`);
    expect(own).toMatchObject({ masked: true, documents: [], mayDecide: expect.stringContaining('your own wallet') });
    expect(own.history.every((one: any) => one.reason === null)).toBe(true);
    const { revision, hits } = await officer.get(`/api/compliance/cases/${id}`);
    const named = hits.map(({ entityNumber }: any) => entityNumber);
    expect((await decide(admin, id, { decision: 'clear', revision, hits: named })).status).toBe(403);
    const alone = await decide(officer, id, { decision: 'clear', revision, hits: named });
    expect([alone.status, alone.body.detail]).toEqual([409, expect.stringContaining('COMPLIANCE_WALLETS')]);
    expect((await link(officer, { linked: false })).body).toMatchObject({ wallets: [{ how: 'apart' }] });
    expect((await caseOf(admin.address)).id).toBe(held.id);
  });

  it('is cleared by two persons who name every open hit, and then the person is verified', async () => {
    const { id } = await caseOf(jon.address);
    const { revision, hits } = await officer.get(`/api/compliance/cases/${id}`);
    const named = hits.map(({ entityNumber }: any) => entityNumber);
    expect((await decide(officer, id, { decision: 'clear', revision, hits: [] })).status).toBe(400);
    for (const words of [undefined, '   '])
      expect((await decide(officer, id, { decision: 'clear', revision, hits: named, reason: words })).status).toBe(400);
    expect((await decide(officer, id, { decision: 'clear', revision, hits: named })).body).toMatchObject({
      state: 'second-approval',
      proposedBy: officer.address,
    });
    const same = await decide(officer, id, { decision: 'clear', revision: revision + 1, hits: named });
    expect(same.status).toBe(403);
    expect(await kycOf(jon)).toBe('rejected');
    const agree = { decision: 'clear', revision: revision + 1, hits: named, reason: undefined };
    const second = await decide(admin, id, agree);
    expect(second.body).toMatchObject({ state: 'decided', decision: 'clear', decidedBy: admin.address });
    await becomes(jon, 'verified');
    expect(await casesOf(officer, '?state=decided')).toMatchObject([{ id, decision: 'clear' }]);
    expect(await officer.get('/api/compliance/summary')).toMatchObject({ medianMinutes: 0 });
    expect((await decide(admin, id, { decision: 'clear', revision: revision + 2, hits: named })).status).toBe(409);
  });

  it('that was cleared for this person and entry does not come back with the same name', async () => {
    expect(await jon.verify('landlord', JON)).toMatchObject({ status: 'approved' });
    expect(await undecided(jon.address)).toBeUndefined();
  });

  it('shows its documents on the page: drawn, enlarged, with their words', async () => {
    const [{ id }] = await casesOf(officer, '?state=decided');
    const browser = await launchBrowser();
    try {
      const { page, wrong } = await signedIn(browser, officer, 'wide');
      await page.goto(`${program.runtime.url}/compliance/${id}`);
      await page.getByRole('button', { name: 'ID document', exact: true }).first().click();
      const viewer = page.getByRole('dialog', { name: 'ID document' });
      await viewer.getByText('Text of this page').click();
      await viewer.getByText('Sample ID').waitFor();
      const inked = () =>
        viewer.locator('canvas').evaluate((canvas) => {
          const { width, height } = canvas as HTMLCanvasElement;
          const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height);
          let found = 0;
          for (let at = 0; at < data.length; at += 4) if (data[at]! < 230 && data[at + 3]! > 192) found++;
          return { width, share: found / (width * height) };
        });
      // A rectangle of 300 by 200 points on a page of 612 by 792 covers 12 %.
      const isDrawn = ({ share }: { share: number }) => share > 0.11 && share < 0.16;
      const { width } = await until(inked, isDrawn, 'the page is drawn');
      await expectSound(page, 'a document');
      await viewer.getByRole('button', { name: 'Zoom in' }).click();
      await until(inked, (now) => now.width > width && isDrawn(now), 'the page is drawn larger');
      await page.keyboard.press('Escape');
      await viewer.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Answer', exact: true }).click();
      await page.getByRole('dialog').getByText('Text of this page').waitFor();
      await page.keyboard.press('Escape');
      // The printed page is light even when the screen is dark, and has no navigation.
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      expect(await page.locator('.topbar, .sidebar, .btn').filter({ visible: true }).count()).toBe(0);
      const paper = () => page.evaluate(() => getComputedStyle(document.querySelector('.card')!).backgroundColor);
      expect(await paper()).toBe('rgb(255, 255, 255)');
      await page.emulateMedia({ media: 'screen' });
      await until(paper, (color) => color === 'rgb(20, 33, 36)', 'the dark scheme');
      expect(wrong).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

describe('A new list', () => {
  it('is compared with everybody: a new hit suspends, pauses sales as an admin would, and opens a case; clearing resumes', async () => {
    await owner.verify('landlord', { firstName: 'Wilhelmina', lastName: 'Placeholderova', dateOfBirth: '1961-02-02' });
    const { id: propertyId } = await owner.list();
    const shown = () => clean.get(`/api/properties/${propertyId}`);
    expect(await shown()).toMatchObject({ paused: false });
    const control = (what: string) =>
      admin.post(`/api/admin/properties/${propertyId}/${what}`, { reason: 'The contract is being renewed' });
    await control('pause');
    const pausedByAdmin = await shown();
    await control('resume');
    publish('SPECIMEN, Jonathan', 'PLACEHOLDEROVA, Wilhelmina');
    const list = await officer.post('/api/compliance/list/refresh', {});
    expect(list).toMatchObject({ entries: 32, closed: false, sandbox: false });
    await until(shown, ({ paused }: any) => paused, 'the sale to be paused');
    expect(await shown()).toEqual(pausedByAdmin);
    const row = await caseOf(owner.address);
    expect(row).toMatchObject({ kind: 'rescreening', risk: 'high' });
    expect((await owner.call('POST', '/api/properties', { body: {} })).status).toBeGreaterThanOrEqual(400);
    expect(await kycOf(jon)).toBe('verified');
    const { revision, hits } = await officer.get(`/api/compliance/cases/${row.id}`);
    const named = hits.map(({ entityNumber }: any) => entityNumber);
    await decide(admin, row.id, { decision: 'clear', revision, hits: named });
    expect((await decide(officer, row.id, { decision: 'clear', revision: revision + 1 })).status).toBe(200);
    await until(shown, ({ paused }: any) => !paused, 'the sale to be resumed');
    await becomes(owner, 'verified');
  });

  it('is tried on the own log before a new matcher acts: whom it would stop, by script', async () => {
    const env = {
      ...process.env,
      DATABASE_URL: program.runtime.database,
      DATA_DIR: program.dataDir,
      MASTER_KEY_FILE: path.join(program.dataDir, 'master.key'),
    };
    const screen = async (...args: string[]) =>
      (await promisify(execFile)('node', ['backend/dist/program/log.js', 'screen', ...args], { env })).stdout;
    // Cleared hits are not new.
    expect(await screen()).toMatch(/^Latin +[1-9]\d* +0 +0 +0 +0$/m);
    const next = path.join(folder, 'next');
    mkdirSync(next);
    const more = '999,"EXAMPLE, Ida","individual","SDGT",,,,,,,,""\r\n\x1a';
    writeFileSync(path.join(next, 'sdn.csv'), readFileSync(path.join(folder, 'sdn.csv'), 'utf8').replace('\x1a', more));
    writeFileSync(path.join(next, 'alt.csv'), '\x1a');
    expect(await screen(next)).toMatch(/^Latin +[1-9]\d* +0 +[1-9]\d* +0 +0$/m);
  });

  it('that is empty, or lost a tenth of its entries, is refused, and the one before stays', async () => {
    for (const content of ['\x1a', '100,"SPECIMEN, Jonathan","individual","SDGT",,,,,,,,""\r\n']) {
      writeFileSync(path.join(folder, 'sdn.csv'), content);
      expect((await officer.call('POST', '/api/compliance/list/refresh', { body: {} })).status).toBe(409);
    }
    expect(await officer.get('/api/compliance/list')).toMatchObject({ entries: 32, closed: false });
    expect((await clean.call('POST', '/api/compliance/list/refresh', { body: {} })).status).toBe(403);
  });

  it('that is not there keeps everybody pending; who applied meanwhile is decided on when it comes', async () => {
    await program.stop();
    rmSync(path.join(folder, 'sdn.csv'));
    // The list that the last run kept is too old. Without any, the program would not even be ready.
    const manifest = path.join(program.dataDir, 'sanctions/manifest.json');
    const fetchedAt = new Date(Date.now() - 3 * 24 * 3_600_000).toISOString();
    writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), fetchedAt }));
    await program.start();
    const late = await (await program.newPerson()).signIn('investor');
    expect(await late.verify('investor', {}, { waits: false })).toMatchObject({ status: 'pending' });
    publish('SPECIMEN, Jonathan', 'PLACEHOLDEROVA, Wilhelmina');
    const desk = await program.personOf('compliance').signIn('investor');
    await desk.post('/api/compliance/list/refresh', {});
    await becomes(late, 'verified');
  });
});
