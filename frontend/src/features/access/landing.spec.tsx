import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { openLanding } from '../../../test/landing';

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

describe('document 1 §2, landing page', () => {
  it.each([
    ['Quick Setup', '/easy-setup'],
    ['Dashboard', '/dashboard'],
    ['Admin', '/admin'],
    ['Terms', '/terms'],
  ])('%s leads to %s', async (name, to) => {
    await openLanding();
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', to);
  });
  it.each([
    '2.5M+',
    'RLUSD activity',
    '450+',
    'listings',
    '98%',
    'completion rate',
    'Property Owner',
    'Investor',
    'Regulatory notes',
    'Disclaimers',
    /© 2024/,
  ])('shows %s', async (text) => {
    await openLanding();
    expect(screen.getAllByText(text).length).toBeGreaterThan(0);
  });
  it('has six features, three testimonials and the stated positioning', async () => {
    const { container } = await openLanding();
    expect(container.querySelectorAll('.landing-features > div')).toHaveLength(6);
    expect(container.querySelectorAll('blockquote')).toHaveLength(3);
    for (const text of [
      'Identity verification',
      'Sanctions screening',
      'You hold your own keys',
      'No returns guaranteed',
    ])
      expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.getByText(/not a lender, broker, money transmitter or advisor/)).toBeInTheDocument();
    expect(
      screen.getByText(
        /utility tokens: participation rights, not ownership and not securities.*Consult legal and financial professionals/,
      ),
    ).toBeInTheDocument();
  });
  it('has one primary button, and everything in a landmark', async () => {
    const { container } = await openLanding();
    expect(screen.getByText('Regulatory notes').closest('main')).not.toBeNull();
    expect([...container.querySelectorAll('.btn-filled')].map((one) => one.textContent)).toEqual(['I own a property']);
  });
  it('of the footer’s links only that to the terms leads somewhere', async () => {
    await openLanding();
    const links = within(screen.getByRole('contentinfo')).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([['Terms', '/terms']]);
  });
  it('the wizard’s way back leads to the role choice', async () => {
    const { user } = await openLanding();
    await user.click(screen.getByRole('button', { name: 'Continue as Investor' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Back to role choice' }));
    expect(await screen.findByRole('button', { name: 'Continue as Property Owner' })).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'KYC Verification' })).toBeNull();
  });
  it.each([
    ['Property Owner', 'landlord'],
    ['Investor', 'investor'],
  ])('choosing %s opens the role modal; Proceed goes to /kyc as %s', async (title, role) => {
    const { user, address } = await openLanding();
    await user.click(screen.getByRole('button', { name: `Continue as ${title}` }));
    const dialog = within(await screen.findByRole('dialog', { name: `Register as ${title}` }));
    expect(dialog.getByText('Benefits')).toBeInTheDocument();
    expect(dialog.getByText('KYC requirements')).toBeInTheDocument();
    expect(dialog.getByText(/utility tokens/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Proceed to KYC Verification' }));
    expect(address()).toBe(`/kyc?role=${role}`);
  });
  it('Cancel closes the role modal', async () => {
    const { user } = await openLanding();
    await user.click(screen.getByRole('button', { name: 'Continue as Investor' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
