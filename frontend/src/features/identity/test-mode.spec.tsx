import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { show } from '../../../test/render';
import { calls, problem, serve, type Answers } from '../../../test/server';
import KycTestModePage from './pages/kyc-test-mode-page';

afterEach(cleanup);

const approved = { status: 'approved', riskLevel: 'low', reason: null, flags: [], redirectUrl: '/dashboard' };
async function open(more: Answers = {}) {
  serve(more);
  const view = show(<KycTestModePage />, { at: '/kyc-test-mode' });
  await screen.findByRole('heading', { name: 'KYC test mode' });
  return { ...view, run: () => view.user.click(screen.getByRole('button', { name: 'Run test' })) };
}
async function fill({ user }: Awaited<ReturnType<typeof open>>) {
  await user.type(screen.getByLabelText('First name'), 'Test');
  await user.type(screen.getByLabelText('Last name'), 'Person');
  await user.type(screen.getByLabelText('Email'), 'test@example.org');
  fireEvent.change(screen.getByLabelText('Date of birth'), { target: { value: '1990-01-01' } });
  await user.click(await screen.findByLabelText('Country', { selector: 'input' }));
  await user.click(await screen.findByRole('option', { name: 'Germany' }));
  for (const what of ['terms', 'privacy policy', 'risk disclosure'])
    await user.click(screen.getByLabelText(`I accept the ${what}`));
}

describe('the test KYC form (document 1 §5, rule 14)', () => {
  it('has its six countries, its notice and the ways to /kyc and /', async () => {
    const { user } = await open();
    expect(screen.getByText('Simulated. Nothing here changes a real verification.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Real KYC' })).toHaveAttribute('href', '/kyc');
    expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
    await user.click(await screen.findByLabelText('Country', { selector: 'input' }));
    const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    expect(names).toEqual(['United States', 'Canada', 'United Kingdom', 'Germany', 'France', 'Australia']);
  });
  it('says what is missing in the document’s words', async () => {
    const view = await open();
    await view.user.type(screen.getByLabelText('Email'), 'nobody');
    await view.run();
    for (const text of [
      'Please enter a valid email address',
      'Date of birth is required',
      'Country is required',
      'You must accept the terms',
      'You must accept the privacy policy',
      'You must accept the risk disclosure',
    ])
      expect(await screen.findByText(text)).toBeInTheDocument();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });
  it('sends the chosen scenario, shows the result and leads on after two seconds where it is approved', async () => {
    const view = await open({ 'POST /api/kyc/test-verification': approved });
    await fill(view);
    await view.user.click(screen.getByLabelText(/Approved, medium risk/));
    await view.run();
    expect(await screen.findByRole('heading', { name: 'Test KYC Completed' })).toBeInTheDocument();
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      country: 'Germany',
      userType: 'investor',
      testScenario: 'approved_medium_risk',
      isTestMode: true,
    });
    await waitFor(() => expect(view.address()).toBe('/dashboard'), { timeout: 4_000 });
  }, 20_000);
  it('shows risk, reason and flags, and stays where it is not approved', async () => {
    const rejected = {
      status: 'rejected',
      riskLevel: 'high',
      reason: 'On a list',
      flags: ['sanctions-match'],
      redirectUrl: null,
    };
    const view = await open({ 'POST /api/kyc/test-verification': rejected });
    await fill(view);
    await view.run();
    for (const text of ['Rejected', 'High', 'On a list', 'sanctions-match'])
      expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.queryByText(/Taking you to the dashboard/)).toBeNull();
  }, 20_000);
  it.each([
    ['Nothing works', 'Nothing works'],
    ['', 'Unable to process test verification'],
  ])(
    '"Test Failed" with the message or the fallback (%s)',
    async (detail, told) => {
      const view = await open({ 'POST /api/kyc/test-verification': () => problem(500, detail) });
      await fill(view);
      await view.run();
      expect(await screen.findByRole('alert')).toHaveTextContent(`Test Failed${told}`);
    },
    20_000,
  );
});
