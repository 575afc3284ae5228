import { expect, it } from '@jest/globals';
import { mustBeHarmless } from '../use-cases/show-documents/open-document.query.js';

const open = (scan: 'unscanned' | 'clean', mediaType: string, sandbox: boolean) => () =>
  mustBeHarmless({ scan, mediaType }, { sandbox });

it('the office opens no PDF file that nothing has checked for malware, where people are real', () => {
  expect(open('unscanned', 'application/pdf', false)).toThrow(expect.objectContaining({ reason: 'conflict' }));
  for (const [scan, mediaType, sandbox] of [
    ['clean', 'application/pdf', false],
    ['unscanned', 'image/png', false],
    ['unscanned', 'application/pdf', true],
  ] as const)
    expect(open(scan, mediaType, sandbox)).not.toThrow();
});
