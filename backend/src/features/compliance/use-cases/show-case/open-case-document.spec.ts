import { describe, expect, it } from '@jest/globals';
import type { Session } from '#platform/sessions/session.js';
import { OpenCaseDocument, OpenCaseDocumentHandler } from './open-case-document.query.js';

describe('a document of a case', () => {
  const happened: string[] = [];
  const open = (isLinked: boolean) =>
    new OpenCaseDocumentHandler(
      { one: async (id: string) => ({ id, wallet: 'rIda', userRole: 'investor' }) } as never,
      { linked: async () => isLinked } as never,
      {
        open: async () => ({ identity: { documents: new Map([['d1', { id: 'd1' }]]) }, happened: [] }),
      } as never,
      { record: async () => void happened.push('recorded') } as never,
      { execute: async () => (happened.push('opened'), 'the document') } as never,
    ).execute(new OpenCaseDocument({ wallet: 'rOfficer', role: 'compliance' } as Session, 'case', 'd1'));

  it('is opened by an officer, and that is recorded first', async () => {
    happened.length = 0;
    expect(await open(false)).toBe('the document');
    expect(happened).toEqual(['recorded', 'opened']);
  });
  it('is not opened by an officer whom the case is about: the page shows them none either', async () => {
    happened.length = 0;
    await expect(open(true)).rejects.toMatchObject({ reason: 'forbidden' });
    expect(happened).toEqual([]);
  });
});
