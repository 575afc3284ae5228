import { afterEach, describe, expect, it } from '@jest/globals';
import { AGREEMENT_TEXTS } from '@tknest/contracts/rules';
import { cleanup, screen, within } from '@testing-library/react';
import { show } from '../../../test/render';
import { serve } from '../../../test/server';
import { businessDay } from '../../shared/format/time';
import PrivacyPage from './pages/privacy-page';
import RisksPage from './pages/risks-page';
import TermsPage from './pages/terms-page';
import WalletGuidePage from './pages/wallet-guide-page';

afterEach(cleanup);

const platform = { 'GET /api/platform/config': { supportEmail: 'help@example.org' } };
const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

describe('pages to read (document 1 §2)', () => {
  it('the wallet guide: its five parts, the way back, and Connect Wallet in a new tab', () => {
    show(<WalletGuidePage />, { at: '/wallet-guide' });
    expect(headings()).toEqual([
      'Wallet login',
      'Role dashboards',
      'Automatic 2.5% fee and dual transactions',
      expect.stringMatching(/landlord/i),
      'Security',
    ]);
    expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/');
    const connect = screen.getByRole('link', { name: /Connect Wallet/ });
    expect(connect).toHaveAttribute('href', '/auth');
    expect(connect).toHaveAttribute('target', '_blank');
  });
  it('the terms: their parts, non-custodial, and no guarantee of returns', async () => {
    serve(platform);
    show(<TermsPage />, { at: '/terms' });
    expect(headings()).toEqual([
      'Platform overview',
      'User acknowledgments',
      'Identity verification',
      'Transaction monitoring',
      'RLUSD disclaimer',
      'Property-linked participation',
      'User responsibilities',
      'Limitation of liability',
      'Contact and updates',
    ]);
    expect(screen.getByText(/non-custodial.*no investment guarantees/)).toBeInTheDocument();
    const contact = within(screen.getByRole('heading', { name: 'Contact and updates' }).closest('section')!);
    expect(await contact.findByRole('link', { name: 'help@example.org' })).toHaveAttribute(
      'href',
      'mailto:help@example.org',
    );
  });
  it.each([
    ['privacy', PrivacyPage, 'Privacy policy', ['What we collect', 'Who sees it', 'How long it is kept']],
    ['risks', RisksPage, 'Risk disclosure', ['You can lose money', 'RLUSD', 'The ledger and your keys']],
  ] as const)('/%s is a page of its own, with its parts and whom to write to', async (at, Page, title, parts) => {
    serve(platform);
    show(<Page />, { at: `/${at}` });
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeInTheDocument();
    expect(headings()).toEqual(expect.arrayContaining([...parts]));
    expect(await screen.findByRole('link', { name: 'help@example.org' })).toBeInTheDocument();
  });
  it.each([
    [TermsPage, AGREEMENT_TEXTS.terms],
    [PrivacyPage, AGREEMENT_TEXTS.privacy],
    [RisksPage, AGREEMENT_TEXTS.riskDisclosure],
  ])('each text names its version and its day, and leads to the other two', (Page, { version, since, path }) => {
    serve(platform);
    show(<Page />, { at: path });
    expect(screen.getByText(`Version ${version}, in force since ${businessDay(since)}`)).toBeInTheDocument();
    const others = within(screen.getByRole('navigation', { name: 'See also' })).getAllByRole('link');
    expect(others.map((link) => link.getAttribute('href'))).toEqual(
      ['/terms', '/privacy', '/risks'].filter((one) => one !== path),
    );
  });
});
