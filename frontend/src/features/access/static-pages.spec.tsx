import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { show } from '../../../test/render';
import TermsPage from './pages/terms-page';
import WalletGuidePage from './pages/wallet-guide-page';

afterEach(cleanup);

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
  it('the terms: their parts, non-custodial, and no guarantee of returns', () => {
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
  });
});
