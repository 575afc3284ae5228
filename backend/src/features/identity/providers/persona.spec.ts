import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { PersonaGateway } from './persona.js';
import { ProviderUnavailable } from './provider.js';

const gateway = new PersonaGateway({ url: 'https://persona.example/api/v1', key: 'key', templateId: 'itmpl_1' });

/** An inquiry with every attribute of the API's reference (persona-openapi, 2025-12-08), and one of tomorrow's. */
const inquiry = (more: object) => ({
  status: 'approved',
  'reference-id': 'ours',
  note: null,
  behaviors: { 'autofill-cancels': 0 },
  tags: [],
  creator: 'API',
  'reviewer-comment': null,
  'updated-at': '2026-11-22T08:00:00.000Z',
  'created-at': '2026-11-20T10:00:00.000Z',
  'started-at': '2026-11-20T10:01:00.000Z',
  'expires-at': '2026-12-20T10:00:00.000Z',
  'completed-at': '2026-11-20T10:05:00.000Z',
  'failed-at': null,
  'marked-for-review-at': null,
  'decisioned-at': '2026-11-20T10:06:00.000Z',
  'expired-at': null,
  'redacted-at': null,
  'previous-step-name': 'selfie',
  'next-step-name': 'success',
  'archives-at': '2031-01-01T00:00:00.000Z',
  fields: { 'name-first': { type: 'string', value: 'Ida' }, 'name-last': { type: 'string', value: 'Example' } },
  ...more,
});
function answers(more: object): void {
  const body = JSON.stringify({ data: { type: 'inquiry', id: 'inq_1', attributes: inquiry(more) } });
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(body));
}
afterEach(() => void jest.restoreAllMocks());

describe('a report of Persona', () => {
  it.each([
    ['of its decision', {}, 'approved', '2026-11-20T10:06:00.000Z'],
    [
      'of its start',
      { status: 'pending', 'completed-at': null, 'decisioned-at': null },
      'in_progress',
      '2026-11-20T10:01:00.000Z',
    ],
    [
      'of its end without a decision',
      { status: 'expired', 'decisioned-at': null, 'expired-at': '2026-12-20T10:00:01.000Z' },
      'expired',
      '2026-12-20T10:00:01.000Z',
    ],
    ['of its redaction', { 'redacted-at': '2027-01-01T00:00:00.000Z' }, 'redacted', '2027-01-01T00:00:00.000Z'],
  ])('has the time %s, and none that is no state’s', async (_, more, status, since) => {
    answers(more);
    expect(await gateway.report('inq_1')).toMatchObject({ status, since });
  });

  it('without any time of a state, or of an unknown state, waits to be asked again', async () => {
    answers({ 'created-at': 'soon', 'started-at': null, 'completed-at': null, 'decisioned-at': null });
    await expect(gateway.report('inq_1')).rejects.toThrow(ProviderUnavailable);
    answers({ status: 'reconsidered' });
    await expect(gateway.report('inq_1')).rejects.toThrow(ProviderUnavailable);
  });
});
