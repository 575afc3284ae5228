import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { openLanding } from '../../../test/landing';
import { show } from '../../../test/render';
import { calls, problem, serve } from '../../../test/server';
import { Gate } from './components/gate';

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('document 1 §2, demo gate', () => {
  const button = () => screen.getByRole('button', { name: 'Access Demo Platform' });
  const field = () => screen.getByLabelText('Access code');

  it('the button is disabled while the field is blank', async () => {
    const { user } = show(<Gate />);
    expect(screen.getByRole('button', { name: 'Access Demo Platform' })).toBeDisabled();
    await user.type(field(), '  ');
    expect(button()).toBeDisabled();
    await user.type(field(), 'code');
    expect(button()).toBeEnabled();
  });
  it('Enter also submits; the right code opens the page', async () => {
    serve({ 'POST /api/demo-access': null });
    const { user } = show(<Gate />);
    await user.type(field(), 'ledger2024{Enter}');
    await waitFor(() => expect(sessionStorage.getItem('demo-access')).toBe('open'));
    expect(calls[0]?.body).toEqual({ code: 'ledger2024' });
  });
  it('a wrong code stands inline with a red border: "Invalid access code. Please try again."; typing clears it', async () => {
    const message = 'Invalid access code. Please try again.';
    serve({ 'POST /api/demo-access': () => problem(401, message) });
    const { user } = show(<Gate />);
    await user.type(field(), 'wrong{Enter}');
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(field()).toHaveAttribute('aria-invalid', 'true');
    expect(field()).toHaveAccessibleDescription(message);
    await user.type(field(), 'x');
    expect(screen.queryByText(message)).toBeNull();
    expect(field()).not.toHaveAttribute('aria-invalid');
  });
  it('too many attempts (429) are a note that says how long to wait, and no red field', async () => {
    const message = 'Too many attempts. Please wait 42 seconds.';
    serve({ 'POST /api/demo-access': () => problem(429, message) });
    const { user } = show(<Gate />);
    await user.type(field(), 'wrong{Enter}');
    expect((await screen.findByText(message)).closest('.note')).toHaveClass('note-wait');
    expect(field()).not.toHaveAttribute('aria-invalid');
    await user.type(field(), 'x');
    expect(screen.queryByText(message)).toBeNull();
  });
});

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
