import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { show } from '../../../test/render';
import { calls, problem, serve } from '../../../test/server';
import { Gate } from './gate';

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

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
