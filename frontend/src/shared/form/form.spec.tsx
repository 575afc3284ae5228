import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { fill } from '../../../test/fill';
import { show } from '../../../test/render';
import { serve, session } from '../../../test/server';

import { useSessionQuery } from '../session/api';
import { forgetPersonal } from '../storage/keys';
import { Button } from '../ui/button/button';
import { resolveWith } from './contract-resolver';
import { CheckboxField, FigureField, SecretField, TextAreaField, TextField } from './fields';
import { Form, type Outcome } from './form';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  globalThis.media = () => false;
});
afterEach(cleanup);

interface Fields {
  recipient: string;
  reason: string;
  seed: string;
  agree: boolean;
  file?: File;
}
const NOTHING = { recipient: '', reason: 'As agreed', seed: '', agree: false };

/** A form as on every page; like behind the frame, it is rendered once the session is known. */
function Page({ send }: { send(values: Fields): Promise<Outcome> }) {
  const { data } = useSessionQuery();
  const form = useForm<Fields>({ defaultValues: NOTHING, resolver: resolveWith<Fields>(() => ({})) });
  if (!data) return null;
  return (
    <Form form={form} draft="sample:1" onSubmit={send} changed={<p>Ida closed it.</p>}>
      <TextField name="recipient" label="Recipient" />
      <TextAreaField name="reason" label="Reason" />
      <SecretField name="seed" label="Seed" />
      <CheckboxField name="agree" label="I agree" />
      <Button type="submit" busy={form.formState.isSubmitting}>
        Send
      </Button>
    </Form>
  );
}
async function open(send: (values: Fields) => Promise<Outcome> = async () => ({}), who = session()) {
  serve({ 'GET /api/session': who });
  const view = show(<Page send={send} />);
  await screen.findByLabelText('Recipient');
  return view;
}
const kept = () => JSON.stringify({ ...sessionStorage, ...localStorage });
const send = () => screen.getByRole('button', { name: 'Send' });
const problem = (status: number, detail: string) => ({ error: { status, detail, title: '', type: '', traceId: '' } });

describe('what is typed into a form', () => {
  it('is there again after a reload, but for what is secret', async () => {
    const { user } = await open();
    await fill(user, screen.getByLabelText('Recipient'), 'rIda');
    await fill(user, screen.getByLabelText('Seed'), 'sEdSecret');
    await user.click(screen.getByLabelText('I agree'));
    cleanup();
    await open();
    await waitFor(() => expect(screen.getByLabelText('Recipient')).toHaveValue('rIda'));
    expect(screen.getByLabelText('I agree')).toBeChecked();
    expect(screen.getByLabelText('Reason')).toHaveValue('As agreed');
    expect(screen.getByLabelText('Seed')).toHaveValue('');
    expect(kept()).not.toContain('sEdSecret');
    expect(localStorage).toHaveLength(0);
  });
  it('is nobody else’s, and goes with the sign-out', async () => {
    const { user } = await open();
    await fill(user, screen.getByLabelText('Recipient'), 'rIda');
    cleanup();
    await open(undefined, session({ walletAddress: 'rSomebodyElseExampleExample1' }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.getByLabelText('Recipient')).toHaveValue('');
    expect(kept()).toContain('rIda');
    forgetPersonal();
    expect(kept()).not.toContain('rIda');
  });
  it('is gone once it was sent, and stays where it was refused', async () => {
    const answers: Outcome[] = [problem(400, 'Not today'), {}];
    const { user } = await open(async () => answers.shift()!);
    await fill(user, screen.getByLabelText('Recipient'), 'rIda');
    await user.click(send());
    expect(await screen.findByRole('alert')).toHaveTextContent('Not today');
    expect(kept()).toContain('rIda');
    await user.click(send());
    await waitFor(() => expect(kept()).not.toContain('rIda'));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

/** Enter in a form with a single field submits it in every browser, with and without a button. */
function Single({ send, stopped }: { send(values: { amount: string }): Promise<Outcome>; stopped: boolean }) {
  const form = useForm({ defaultValues: { amount: '' }, resolver: resolveWith<{ amount: string }>(() => ({})) });
  return (
    <Form form={form} draft={null} onSubmit={send}>
      <FigureField name="amount" label="Amount" />
      {stopped ? <p>Verify identity first</p> : <Button type="submit">Pay</Button>}
    </Form>
  );
}

describe('Enter in a field', () => {
  it.each([
    ['2,500.50', '2500.50'],
    // A decimal comma does not separate thousands, so it is cleared before it is sent, as when the field loses focus.
    ['12,50', ''],
  ])('sends %s as “%s”', async (typed, amount) => {
    const sent = jest.fn<(values: { amount: string }) => Promise<Outcome>>().mockResolvedValue({});
    const { user } = show(<Single send={sent} stopped={false} />);
    await user.type(screen.getByLabelText('Amount'), `${typed}{Enter}`);
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ amount }));
  });
  it('waits where characters were ignored, until it is pressed again', async () => {
    const sent = jest.fn<(values: { amount: string }) => Promise<Outcome>>(async () => ({}));
    const { user } = show(<Single send={sent} stopped={false} />);
    await user.type(screen.getByLabelText('Amount'), '1e3{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('Numbers only. “e” was ignored.');
    expect(sent).not.toHaveBeenCalled();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ amount: '13' }));
  });
  it('sends nothing where the page has a reason in the place of its button', async () => {
    const sent = jest.fn<(values: { amount: string }) => Promise<Outcome>>().mockResolvedValue({});
    const { user } = show(<Single send={sent} stopped />);
    await user.type(screen.getByLabelText('Amount'), '5{Enter}');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sent).not.toHaveBeenCalled();
  });
});

describe('sending a form', () => {
  it('happens once, however often it is pressed, and the button is busy until it has ended', async () => {
    let end!: (outcome: Outcome) => void;
    const sent = jest.fn(() => new Promise<Outcome>((resolve) => (end = resolve)));
    const { user } = await open(sent);
    await user.dblClick(send());
    await waitFor(() => expect(send()).toHaveAttribute('aria-busy', 'true'));
    await user.type(screen.getByLabelText('Recipient'), '{Enter}');
    expect(sent).toHaveBeenCalledTimes(1);
    end({});
    await waitFor(() => expect(send()).not.toHaveAttribute('aria-busy'));
  });
  it('says what is wrong with something that it has no field for, and can be sent again', async () => {
    const { user } = await open(async () => ({
      error: { status: 400, detail: 'The file is damaged', errors: { contract: ['damaged'] }, title: '', type: '' },
    }));
    await user.click(send());
    expect(await screen.findByRole('alert')).toHaveTextContent('The file is damaged');
    await user.click(send());
    expect(screen.getByRole('alert')).toHaveTextContent('The file is damaged');
  });
  it('that meets a conflict keeps the text and shows what changed', async () => {
    const { user } = await open(async () => problem(409, 'The case was changed meanwhile'));
    await fill(user, screen.getByLabelText('Recipient'), 'rIda');
    await user.click(send());
    expect(await screen.findByText(/The case was changed meanwhile/)).toBeInTheDocument();
    expect(screen.getByText('Ida closed it.')).toBeInTheDocument();
    expect(screen.getByText('What you typed is kept.')).toBeInTheDocument();
    expect(screen.getByLabelText('Recipient')).toHaveValue('rIda');
  });
});
