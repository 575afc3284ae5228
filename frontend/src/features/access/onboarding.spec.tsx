import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { openLanding } from '../../../test/landing';
import { show } from '../../../test/render';
import Onboarding from './components/onboarding';

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('document 1 §2 and §4, onboarding wizard', () => {
  it.each([
    ['landlord', ['KYC Verification', 'Create Account', 'Wallet Setup', 'Complete Setup']],
    ['investor', ['KYC Verification', 'Wallet Setup', 'Complete Setup']],
  ] as const)('%s: its steps in order, checked by nothing, and the progress', async (role, steps) => {
    const { user, address } = show(<Onboarding role={role} onBack={() => undefined} />);
    for (const [index, title] of steps.entries()) {
      expect(screen.getByRole('heading', { name: title })).toBeInTheDocument();
      expect(screen.getByRole('progressbar')).toHaveAttribute(
        'aria-valuenow',
        String(Math.round(((index + 1) / steps.length) * 100)),
      );
      await user.click(
        screen.getByRole('button', { name: index === steps.length - 1 ? 'Complete Setup' : 'Continue' }),
      );
    }
    expect(address()).toBe(`/easy-setup?role=${role}&kycStatus=verified&wallet=`);
  });
  it('Previous goes back but never below 1', async () => {
    const { user } = show(<Onboarding role="investor" onBack={() => undefined} />);
    const previous = screen.getByRole('button', { name: 'Previous' });
    expect(previous).toHaveAttribute('aria-disabled', 'true');
    await user.click(previous);
    expect(screen.getByRole('heading', { name: 'KYC Verification' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    expect(screen.getByRole('heading', { name: 'KYC Verification' })).toBeInTheDocument();
  });
  it('a ledger address starting with r stands as the wallet’s placeholder; Auto-Fill fills it and verifies', async () => {
    const { user } = show(<Onboarding role="investor" onBack={() => undefined} />);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(screen.getByLabelText('Wallet address')).toHaveAttribute('placeholder', expect.stringMatching(/^r/));
    await user.click(screen.getByRole('button', { name: 'Auto-Fill Demo Data' }));
    expect(screen.getByLabelText('Wallet address')).toHaveValue('rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe');
  });
  it.each([
    ['landlord', ['Username', 'Password', 'Confirm password']],
    ['investor', []],
  ] as const)('%s: the data that is asked for begins empty, and Auto-Fill fills all of it', async (role, account) => {
    const { user } = show(<Onboarding role={role} onBack={() => undefined} />);
    const person = ['First name', 'Last name', 'Email', 'Country'];
    for (const label of person) expect(screen.getByLabelText(label)).toHaveValue('');
    expect(screen.getByLabelText('Email')).toHaveAttribute('type', 'email');
    await user.click(screen.getByRole('button', { name: 'Auto-Fill Demo Data' }));
    expect(person.map((label) => screen.getByLabelText<HTMLInputElement>(label).value)).toEqual([
      'Dana',
      'Demo',
      'dana@example.com',
      'United States',
    ]);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    for (const label of account) expect(screen.getByLabelText(label)).not.toHaveValue('');
    expect(screen.queryAllByLabelText(/Username|assword/)).toHaveLength(account.length);
    if (account.length > 0) await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(screen.getByLabelText('Wallet address')).toHaveValue('rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe');
    // kycStatus is pending at first; with the demo data it is verified.
    cleanup();
    const late = show(<Onboarding role={role} onBack={() => undefined} />);
    for (let step = 0; step < 2 + Math.sign(account.length); step += 1)
      await late.user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(screen.getByText(/Verification is pending/)).toBeInTheDocument();
    await late.user.click(screen.getByRole('button', { name: 'Auto-Fill Demo Data' }));
    expect(screen.getByText(/Everything is filled in/)).toBeInTheDocument();
  });
  it('the landlord’s account shows what a password should have, and enforces nothing', async () => {
    const { user } = show(<Onboarding role="landlord" onBack={() => undefined} />);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(
      screen.getByText('At least 8 characters, upper and lower case, a number, a special character.'),
    ).toBeInTheDocument();
    await user.type(screen.getByLabelText('Password'), 'a');
    await user.type(screen.getByLabelText('Confirm password'), 'b');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('heading', { name: 'Wallet Setup' })).toBeInTheDocument();
  });
  it('Previous from the last step is not thrown forward again', async () => {
    const { user } = show(<Onboarding role="landlord" onBack={() => undefined} />);
    await user.click(screen.getByRole('button', { name: 'Auto-Fill Demo Data' }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('heading', { name: 'Complete Setup' });
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    await screen.findByRole('heading', { name: 'Wallet Setup' });
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    expect(screen.getByRole('heading', { name: 'Wallet Setup' })).toBeInTheDocument();
  });
  it('Back goes one step back', async () => {
    const { user, router } = show(<Onboarding role="investor" onBack={() => undefined} />);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('heading', { name: 'Wallet Setup' });
    await act(() => router.navigate(-1));
    expect(await screen.findByRole('heading', { name: 'KYC Verification' })).toBeInTheDocument();
  });
  it('on the landing page its completion goes to /integrated-dashboard with role and wallet', async () => {
    const { user, address } = await openLanding();
    await user.click(screen.getByRole('button', { name: 'Continue as Investor' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Auto-Fill Demo Data' }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await user.click(await screen.findByRole('button', { name: 'Complete Setup' }));
    await waitFor(() =>
      expect(address()).toBe('/integrated-dashboard?role=investor&wallet=rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe'),
    );
  });
  it('step 3 advances by itself after 1 second once verified', async () => {
    const { user } = show(<Onboarding role="landlord" onBack={() => undefined} />);
    await user.click(screen.getByRole('button', { name: 'Auto-Fill Demo Data' }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(screen.getByRole('heading', { name: 'Wallet Setup' })).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Complete Setup' })).toBeInTheDocument();
  });
});
