import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const PLATFORM = import.meta.dirname;
/** Names of the features, except those that the platform needs in another sense: access, audit, identity, tokens. */
const WORDS = new RegExp(
  'payment|listing|purchase|investment|reconcil|payout|loan|kyc|openCase|administration|' +
    'recommendations?|anchor|autopay|bulk|clawback|issuance|redemption|screening|trust.?line',
  'i',
);
/**
 * Files with names that the outside dictates: the program's settings, addresses of pages, the API description, the
 * ledger's results, its library's functions.
 */
const NAMES_OF_THE_OUTSIDE = [
  'config/config.ts',
  'config/identity-settings.ts',
  'http/frontend.ts',
  'http/openapi.ts',
  'http/page-files.ts',
  'ledger/entry-changes.ts',
  'ledger/result-words.ts',
];

const sources = readdirSync(PLATFORM, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|testing\//.test(file));
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');

describe('the platform', () => {
  it('names no feature', () => {
    expect(sources.length).toBeGreaterThan(80);
    const naming = sources
      .filter((file) => !NAMES_OF_THE_OUTSIDE.includes(file))
      .filter(
        (file) => WORDS.test(file) || WORDS.test(withoutComments(readFileSync(path.join(PLATFORM, file), 'utf8'))),
      );
    expect(naming).toEqual([]);
  });
});
