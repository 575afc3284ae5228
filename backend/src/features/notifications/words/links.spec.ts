import { describe, expect, it } from '@jest/globals';
import type { NotificationKind } from '@tknest/contracts/api';
import { PAGE_PATHS } from '@tknest/contracts/rules';
import { WORDS, type ToldRow } from './index.js';

const PATHS = PAGE_PATHS.map((path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/?]+')}(\\?.*)?$`));
const leads = (link: string) => PATHS.some((path) => path.test(link));

const row = (kind: NotificationKind): ToldRow => ({
  kind,
  propertyId: 7,
  propertyName: 'Demo Lofts',
  owner: 'rOwner',
  about: '2026-12-01',
  amount: '12.5',
  missing: '1',
  ref: 'due-7-2026-12-01~rOwner',
  detail: kind === 'verification-rejected' ? 'other' : '5',
});
const KINDS = Object.keys(WORDS) as NotificationKind[];
/** For each kind, the readers who have a page for it. */
const READERS = ['investor', 'landlord', 'admin', 'compliance'].flatMap((role) =>
  ['rOwner', 'rSomebody'].map((wallet) => ({ wallet, role })),
);

describe('every notification', () => {
  it.each(KINDS)('%s leads to a page that is there, for everybody', (kind) => {
    const links = READERS.map((reader) => WORDS[kind].link(row(kind), reader));
    expect(links.filter((link) => !leads(link))).toEqual([]);
  });
  it.each(KINDS)('%s says what happened, in whole words', (kind) => {
    const told = row(kind);
    for (const words of [WORDS[kind].title(told), WORDS[kind].text(told)])
      expect(words).toMatch(/^(?!.*(undefined|null|NaN)).+$/);
  });
  it('holders tell one late rent share from another by its title', () => {
    const titleOf = (about: string) => WORDS['loan-in-arrears'].title({ ...row('loan-in-arrears'), about });
    expect(titleOf('2026-12-01')).toBe('Your rent share of Demo Lofts due on Dec 1, 2026 is late');
    expect(titleOf('2027-01-04')).not.toBe(titleOf('2026-12-01'));
  });
  it('the test knows a link that leads nowhere', () => {
    expect(leads('/property/7')).toBe(false);
  });
});
