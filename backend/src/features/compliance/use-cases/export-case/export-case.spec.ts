import { describe, expect, it } from '@jest/globals';
import type { ComplianceCaseView } from '@tknest/contracts/api';
import { extractText, getDocumentProxy } from 'unpdf';
import type { Session } from '#platform/sessions/session.js';
import { CostlyWork } from '#platform/http/costly-work.js';
import { caseFilePdf } from './case-file-pdf.js';
import { ExportCaseFile, ExportCaseFileHandler } from './export-case.query.js';

const AT = '2026-11-25T09:00:00.000Z';
const ONE = {
  id: '3b8a9c04-6a0b-4a8e-9d2f-6c1c8e1d7a10',
  wallet: 'rJ2nSd5MqX8v',
  userRole: 'investor',
  kind: 'screening',
  risk: 'high',
  reason: 'A name resembles one on a sanctions list',
  state: 'second-approval',
  openedAt: '2026-11-19T09:00:00.000Z',
  promiseBy: '2026-11-24',
  assignee: null,
  decision: null,
  applicant: {
    name: 'Иван Žižka',
    birthDate: '1988-04-12',
    countries: ['US'],
    fields: [
      { label: 'Date of birth', value: 'Apr 12, 1988', secret: null },
      { label: 'Country', value: 'United States', secret: null },
      { label: 'SSN', value: '•••• 6789', secret: 'ssn' },
    ],
  },
  masked: false,
  documents: [{ id: 'd1', kind: 'idDocument', mediaType: 'image/png', scan: 'clean', opened: true }],
  hits: [
    {
      list: 'OFAC SDN',
      entityNumber: '7771',
      primaryName: 'SAMPLE, John',
      name: 'SAMPLE, Johnny',
      aliases: ['SAMPLE, Johnny'],
      weakAliases: ['Jo'],
      type: 'individual',
      birthDates: ['12 Apr 1988', '1989'],
      countries: ['SY'],
      birthDate: 'same',
      country: 'differs',
      remarks: 'Linked To: DEMO GROUP.',
      score: 0.89,
      level: 'high',
      explanation: 'Two words are alike',
      programs: ['SDGT'],
      remembered: false,
      confirmed: false,
    },
  ],
  wallets: [{ wallet: 'rOther', how: 'same-number', investor: 'verified', landlord: 'not_started', suspended: true }],
  history: [
    { at: '2026-11-19T08:59:00.000Z', actor: 'rJ2nSd5MqX8v', what: 'Screened as investor: 1 hit', reason: null },
    { at: '2026-11-19T09:00:00.000Z', actor: null, what: 'Case opened', reason: null },
    {
      at: '2026-11-20T09:00:00.000Z',
      actor: 'rOfficer',
      what: 'Note',
      reason: `Called back. ${'word '.repeat(400)}end`,
    },
  ],
} as unknown as ComplianceCaseView;

const TAKEN = { at: AT, by: 'rOfficer', nameOf: (wallet: string) => (wallet === 'rOfficer' ? 'Olga' : undefined) };
const read = async (body: Buffer) => {
  const pdf = await getDocumentProxy(new Uint8Array(body));
  const { text } = await extractText(pdf, { mergePages: true });
  const attached = (await pdf.getAttachments()) as Record<string, { content: Uint8Array }> | null;
  return { text, pages: pdf.numPages, attached };
};

describe('the file of a case', () => {
  it('says what the page says: applicant, hits, wallets, documents by name, history with its reasons', async () => {
    const { text } = await read(await caseFilePdf(ONE, TAKEN));
    for (const words of [
      ONE.id,
      'A name resembles one on a sanctions list',
      'Second approval',
      '•••• 6789',
      'OFAC SDN 7771',
      'SAMPLE, John',
      '89%, high. Open',
      'SAMPLE, Johnny',
      'same: Apr 12, 1988; on the list Apr 12, 1988, 1989',
      'differs: United States; on the list Syria',
      'SAMPLE, Johnny, “Jo”',
      'Linked To: DEMO GROUP.',
      'rOther, suspended',
      'ID document',
      'Checked for malware',
      'case.json, which is attached to this file, has everything letter for letter.',
      'Called back.',
      'Due Nov 24, 2026',
      'Exported Nov 25, 2026, 09:00:00 UTC',
    ])
      expect(text).toContain(words);
  });
  it('says each of the applicant’s facts once, and from the screening where there is no form', async () => {
    const { text } = await read(await caseFilePdf(ONE, TAKEN));
    expect(text.match(/Date of birth/g)).toHaveLength(1);
    expect(text).not.toMatch(/1988-04-12|\bUS\b/);
    const formless = { ...ONE, applicant: { ...ONE.applicant, fields: [] } };
    expect((await read(await caseFilePdf(formless, TAKEN))).text).toMatch(
      /Date of birth Apr 12, 1988 Country United States/,
    );
  });
  it('names who acted: the applicant in words, officers by the name that the settings have', async () => {
    const { text } = await read(await caseFilePdf(ONE, TAKEN));
    expect(text).toContain('Screened as investor: 1 hit, by the applicant');
    expect(text).toContain('Note, by Olga (rOfficer)');
    expect(text).toContain('Exported by Olga (rOfficer)');
    expect(text).toContain('rJ2nSd5MqX8v (Ivan Žižka, investor)');
  });
  it('does not begin a hit at the foot of a page', async () => {
    for (let lines = 0; lines < 60; lines++) {
      const fields = Array.from({ length: lines }, () => ({ label: 'Occupation', value: 'Engineer', secret: null }));
      const body = await caseFilePdf({ ...ONE, applicant: { ...ONE.applicant, fields } }, TAKEN);
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(body)));
      const page = text.find((one) => one.includes('OFAC SDN 7771'));
      expect(page).toContain('Remarks');
      expect(page).toContain('Sanctions hits (1)');
    }
  });
  it('goes on over pages where a reason is long, and loses no word of it', async () => {
    const { text, pages } = await read(await caseFilePdf(ONE, TAKEN));
    expect(pages).toBeGreaterThan(1);
    expect(text.match(/\bword\b/g)).toHaveLength(400);
    expect(text).toContain('end');
  });
  it('has everything letter for letter in the attached JSON, whatever letters the paper has', async () => {
    const { attached } = await read(await caseFilePdf(ONE, TAKEN));
    const json = JSON.parse(Buffer.from(attached!['case.json']!.content).toString('utf8'));
    expect(json).toEqual({ exportedAt: AT, exportedBy: 'rOfficer', case: ONE });
  });
  it('is the same file for the same words and moment', async () => {
    const [one, again] = [await caseFilePdf(ONE, TAKEN), await caseFilePdf(ONE, TAKEN)];
    expect(one.equals(again)).toBe(true);
  });
});

describe('taking the file of a case', () => {
  const happened: string[] = [];
  const handler = (linked: boolean, record = async () => void happened.push('recorded')) =>
    new ExportCaseFileHandler(
      { one: async () => ({ id: ONE.id, wallet: ONE.wallet }) } as never,
      { linked: async () => linked, nameOf: () => undefined } as never,
      {
        record: async (_: unknown, __: unknown, at: object) => void (happened.push(JSON.stringify(at)), await record()),
      } as never,
      { execute: async () => (happened.push('shown'), ONE) } as never,
      { now: () => new Date(AT) } as never,
      new CostlyWork(),
    );
  const take = (of: ExportCaseFileHandler) =>
    of.execute(new ExportCaseFile({ wallet: 'rOfficer', role: 'compliance' } as Session, ONE.id));

  it('is recorded before it is made', async () => {
    happened.length = 0;
    const { name } = await take(handler(false));
    expect(name).toBe('case-3b8a9c04.pdf');
    expect(happened).toEqual(['{"exported":true}', 'recorded', 'shown']);
  });
  it('that cannot be recorded gives nothing', async () => {
    happened.length = 0;
    await expect(take(handler(false, () => Promise.reject(new Error('away'))))).rejects.toThrow('away');
    expect(happened).not.toContain('shown');
  });
  it('is refused to an officer whom the case is about', async () => {
    happened.length = 0;
    await expect(take(handler(true))).rejects.toMatchObject({ reason: 'forbidden' });
    expect(happened).toEqual([]);
  });
});
