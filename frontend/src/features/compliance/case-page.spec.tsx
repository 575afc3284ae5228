import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ComplianceCaseView, ComplianceHit } from '@tknest/contracts/api';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fill } from '../../../test/fill';
import { OFFICER, officer, row } from '../../../test/case-desk';
import { show } from '../../../test/render';
import { calls, problem, serve, type Answers } from '../../../test/server';
import { PHONE } from '../../shared/use-phone';
import CasePage from './pages/case-page';

beforeEach(() => void (globalThis.media = () => false));
afterEach(cleanup);

const view = (more: Partial<ComplianceCaseView> = {}): ComplianceCaseView => ({
  ...row(),
  revision: 4,
  applicant: { name: 'Jon Sample', birthDate: '1988-04-12', countries: ['US'], fields: [] },
  masked: false,
  documents: [
    { id: 'd1', kind: 'idDocument', mediaType: 'image/png', scan: 'clean', opened: true },
    { id: 'd2', kind: 'addressProof', mediaType: 'application/pdf', scan: 'clean', opened: false },
    { id: 'd3', kind: 'answer', mediaType: 'application/pdf', scan: 'quarantined', opened: false },
  ],
  hits: [],
  history: [],
  wallets: [],
  needsTwo: true,
  mayDecide: true,
  mayLink: true,
  ...more,
});
async function open(one: ComplianceCaseView, answers: Answers = {}) {
  serve({ 'GET /api/session': officer, [`GET /api/compliance/cases/${one.id}`]: one, ...answers });
  const opened = show(<CasePage />, { at: `/compliance/${one.id}`, path: '/compliance/:caseId' });
  await screen.findByRole('heading', { name: 'Jon Sample' });
  return opened;
}
const decided = () => calls.find(({ path }) => path.endsWith('/decide'))?.body;
const step = (name: string) => screen.getByText(name, { exact: false }).closest('li')!;

describe('one case', () => {
  it('ticks "Review the documents" by itself when all that can be seen were opened', async () => {
    const file = () => new Response('x');
    const one = view();
    const { user } = await open(one, { [`GET /api/compliance/cases/${one.id}/documents/d2`]: file });
    expect(step('Review the documents')).toHaveTextContent('1 of 3 opened');
    expect(step('Review the documents')).not.toHaveTextContent(', done');
    expect(screen.queryByRole('button', { name: 'Answer' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Address proof' }));
    const viewer = within(await screen.findByRole('dialog', { name: 'Address proof' }));
    await user.click(viewer.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(step('Review the documents')).toHaveTextContent(', done'));
  });
  it('can be taken as a file, but not by who reads it masked', async () => {
    const saved: string[] = [];
    URL.createObjectURL = () => 'blob:';
    URL.revokeObjectURL = () => undefined;
    HTMLAnchorElement.prototype.click = function () {
      saved.push(this.download);
    };
    const one = view();
    const { user, unmount } = await open(one, {
      [`GET /api/compliance/cases/${one.id}/file.pdf`]: () => new Response('x'),
    });
    await user.click(screen.getByRole('button', { name: 'Export case file' }));
    await waitFor(() => expect(saved).toEqual(['case-3b8a9c04.pdf']));
    unmount();
    await open(view({ masked: true }));
    expect(screen.queryByRole('button', { name: 'Export case file' })).toBeNull();
  });
  it('shows the last four of a number; all of it on demand, and no more once hidden', async () => {
    const fields = [{ label: 'SSN', value: '•••• 6789', secret: 'ssn' as const }];
    const one = view({ applicant: { ...view().applicant, fields } });
    const { user } = await open(one, {
      [`POST /api/compliance/cases/${one.id}/reveal`]: { field: 'ssn', value: '123-45-6789' },
    });
    expect(screen.getByText('•••• 6789')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show SSN' }));
    expect(await screen.findByText('123-45-6789')).toBeInTheDocument();
    expect(calls.find(({ path }) => path.endsWith('/reveal'))?.body).toEqual({ field: 'ssn' });
    await user.click(screen.getByRole('button', { name: 'Hide SSN' }));
    expect(screen.queryByText('123-45-6789')).toBeNull();
  });
  it('says why a number cannot be shown', async () => {
    const fields = [{ label: 'SSN', value: '•••• 6789', secret: 'ssn' as const }];
    const one = view({ applicant: { ...view().applicant, fields } });
    const refused = () => problem(429, 'Try again in 12 minutes');
    const { user } = await open(one, { [`POST /api/compliance/cases/${one.id}/reveal`]: refused });
    await user.click(screen.getByRole('button', { name: 'Show SSN' }));
    expect(await screen.findByText('Try again in 12 minutes')).toBeInTheDocument();
  });
  const hit: ComplianceHit = {
    list: 'OFAC SDN',
    entityNumber: '7771',
    name: 'SAMPLE, John',
    type: 'individual',
    score: 0.89,
    line: 0.8,
    level: 'medium',
    primaryName: 'SAMPLE, John',
    program: 'SDGT',
    words: [],
    explanation: 'Two words are alike',
    birthDate: 'differs',
    birthDates: ['1961-04-12'],
    country: 'unknown',
    countries: [],
    aliases: [],
    weakAliases: [],
    programs: ['SDGT'],
    remarks: '',
    remembered: false,
    confirmed: false,
  };
  it('both sides of a comparison have one form, and a difference accuses nobody', async () => {
    const theirs = {
      birthDates: ['23 Nov 1962', '1963', '1964-02-01'],
      countries: ['VE'],
      country: 'differs' as const,
    };
    await open(view({ hits: [{ ...hit, ...theirs }] }));
    const line = (what: string) => screen.getByText(what, { selector: 'dt' }).parentElement!;
    expect(line('Born')).toHaveTextContent('Apr 12, 1988DiffersNov 23, 1962, 1963, Feb 1, 1964');
    expect(line('Country')).toHaveTextContent('United StatesDiffersVenezuela');
    expect(within(line('Country')).getByText('Differs')).toHaveClass('pill-off');
    expect(line('Sanctions programs')).toHaveTextContent('List onlySDGT');
    // Neither side has any.
    for (const what of ['Also known as', 'Remarks']) expect(screen.queryByText(what, { selector: 'dt' })).toBeNull();
  });
  it('on a phone: entries and what supports them are folded, the decision is not', async () => {
    globalThis.media = (query) => query === PHONE;
    const { user } = await open(view({ hits: [hit] }));
    const folded = () => [...document.querySelectorAll('details')].filter((one) => !one.open);
    const said = folded().map((one) => one.querySelector('summary')!.textContent);
    expect(said).toEqual([
      expect.stringContaining('name score'),
      'Applicant as applied',
      'Wallets of this person 0 other',
      'Documents 1 of 3 opened',
      'Earlier 0',
    ]);
    expect(screen.getByRole('heading', { name: 'Review' }).closest('details')).toBeNull();
    await user.click(screen.getByText('name score'));
    await user.click(screen.getByRole('checkbox', { name: 'I compared the names' }));
    expect(step('Compare names')).toHaveTextContent('1 of 1');
  });
  it('leads to the next case that is nobody’s or one’s own, and looks at none by itself', async () => {
    const one = view();
    await open(one, {
      'GET /api/compliance/cases': [
        row({ id: one.id }),
        row({ id: 'of-another', assignee: 'rAnotherOfficer' }),
        row({ id: 'of-nobody' }),
        row({ id: 'of-mine', assignee: OFFICER }),
      ],
    });
    expect(await screen.findByRole('link', { name: 'Next case' })).toHaveAttribute('href', '/compliance/of-nobody');
    expect(calls.some(({ path }) => path.endsWith('of-nobody'))).toBe(false);
  });
  it('is taken over and put back; the answer is shown without another look', async () => {
    const one = view({ assignee: 'rAnotherOfficer' });
    const path = `/api/compliance/cases/${one.id}`;
    const { user } = await open(one, {
      [`POST ${path}/assign`]: ({ body }: { body: unknown }) => ({
        ...one,
        assignee: (body as { mine: boolean }).mine ? OFFICER : null,
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Take over' }));
    expect(await screen.findByText('Assigned to you')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Return to queue' }));
    expect(await screen.findByText('Unassigned')).toBeInTheDocument();
    expect(calls.filter((call) => call.path === path)).toHaveLength(1);
  });
  it('takes notes; one that is refused stays in its field', async () => {
    const one = view();
    const noted = { at: '2026-11-20T14:02:00.000Z', actor: OFFICER, what: 'Note', reason: 'Called back' };
    let away = true;
    const { user } = await open(one, {
      [`POST /api/compliance/cases/${one.id}/notes`]: () =>
        away ? problem(503, 'Away') : { ...one, history: [...one.history, noted] },
    });
    const field = screen.getByRole('textbox', { name: 'Add a note' });
    await fill(user, field, 'Called back');
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    expect(await screen.findByText('Away')).toBeInTheDocument();
    expect(field).toHaveValue('Called back');
    away = false;
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    expect(await screen.findByText('Called back', { selector: 'p' })).toBeInTheDocument();
    expect(field).toHaveValue('');
  });
  it('decides nothing by default, and its steps are ticked by doing them', async () => {
    const one = view({ hits: [hit] });
    const { user } = await open(one, { [`POST /api/compliance/cases/${one.id}/decide`]: one });
    for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked();
    for (const name of ['Compare names', 'Compare birth and country'])
      expect(step(name)).not.toHaveTextContent(', done');
    await fill(user, screen.getByRole('textbox', { name: 'Reason' }), 'Born 27 years apart, licence read');
    await user.click(screen.getByRole('button', { name: 'Decide' }));
    expect(await screen.findByText('Choose a decision')).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: /^Not the listed person/ }));
    await user.click(screen.getByRole('button', { name: 'Send to a second person' }));
    expect(await screen.findByText(/^Compare the name, birth date and country/)).toBeInTheDocument();
    expect(decided()).toBeUndefined();
    await user.click(screen.getByRole('checkbox', { name: 'I compared the names' }));
    await user.click(screen.getByRole('checkbox', { name: 'I compared birth and country' }));
    for (const name of ['Compare names', 'Compare birth and country']) expect(step(name)).toHaveTextContent(', done');
    await user.click(screen.getByRole('button', { name: 'Send to a second person' }));
    await waitFor(() => expect(decided()).toMatchObject({ decision: 'clear', hits: ['7771'] }));
  });
  it('is looked at once: a connection that comes back is no look', async () => {
    const one = view();
    await open(one);
    const looks = () => calls.filter(({ path }) => path === `/api/compliance/cases/${one.id}`).length;
    // By then, pending work of an earlier test is finished.
    await new Promise((resolve) => setTimeout(resolve, 150));
    const before = looks();
    for (const what of ['offline', 'online', 'focus']) act(() => void window.dispatchEvent(new Event(what)));
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(looks()).toBe(before);
  });
  it('that another officer changed meanwhile keeps the text and shows what changed', async () => {
    let now = view();
    const at = `/api/compliance/cases/${now.id}`;
    const answers = {
      [`GET ${at}`]: () => now,
      [`POST ${at}/decide`]: () => problem(409, 'The case was changed meanwhile'),
    };
    const { user } = await open(now, answers);
    const words = 'The licence was read, and it is another person';
    await user.click(screen.getByRole('radio', { name: /^Reject/ }));
    await fill(user, screen.getByRole('textbox', { name: 'Reason' }), words);
    const asked = {
      at: '2026-11-20T10:00:00.000Z',
      actor: OFFICER,
      what: 'The applicant was asked',
      reason: 'Which year?',
    };
    now = view({ revision: 5, history: [asked] });
    await user.click(screen.getByRole('button', { name: 'Reject' }));
    expect(await screen.findByText(/The case was changed meanwhile/)).toBeInTheDocument();
    expect(await screen.findByText(/The applicant was asked by rC4mP17VnD2e.*“Which year\?”/)).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue(words);
    expect(screen.getByRole('radio', { name: /^Reject/ })).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Reject' }));
    await waitFor(() =>
      expect(calls.findLast(({ path }) => path.endsWith('/decide'))?.body).toMatchObject({ revision: 5 }),
    );
  });
  it('asks for a reason of at least 20 characters before anything is sent', async () => {
    const { user } = await open(view());
    await user.click(screen.getByRole('radio', { name: /^In order/ }));
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Not the same man');
    await user.click(screen.getByRole('button', { name: 'Send to a second person' }));
    expect(await screen.findByText('Give a reason of at least 20 characters')).toBeInTheDocument();
    expect(decided()).toBeUndefined();
  });

  const first = {
    at: '2026-11-19T14:11:00.000Z',
    actor: 'rC9nQm2XkT5wExampleExampleExam',
    what: 'Cleared by the first person',
    reason: 'Born 27 years apart, licence read',
  };
  const waiting = view({ state: 'second-approval', proposedBy: first.actor, history: [first] });
  const path = `POST /api/compliance/cases/${waiting.id}/decide`;

  it('is approved by the second person, who types the name, beside the words of the first', async () => {
    const { user } = await open(waiting, { [path]: waiting });
    expect(screen.getByText(/Born 27 years apart/, { selector: '.note *' })).toBeInTheDocument();
    expect(screen.queryByRole('radio')).toBeNull();
    const approve = () => user.click(screen.getByRole('button', { name: 'Approve and verify Jon' }));
    await user.type(screen.getByRole('textbox', { name: 'Name of the applicant' }), 'Jon Simple');
    await approve();
    expect(
      await screen.findByText(/^Type the applicant’s name exactly as shown above: Jon Sample/),
    ).toBeInTheDocument();
    expect(decided()).toBeUndefined();
    await user.clear(screen.getByRole('textbox', { name: 'Name of the applicant' }));
    await user.type(screen.getByRole('textbox', { name: 'Name of the applicant' }), 'jon  sample');
    await approve();
    await waitFor(() => expect(decided()).toEqual({ decision: 'clear', revision: 4, hits: [] }));
  });
  it('is returned by the second person with a question, which needs a sentence', async () => {
    const { user } = await open(waiting, { [path]: waiting });
    await user.click(screen.getByRole('button', { name: 'Return with a question' }));
    const question = screen.getByRole('textbox', { name: 'Question to the first person' });
    await waitFor(() => expect(question).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Return with this question' }));
    expect(await screen.findByText('Give a reason of at least 20 characters')).toBeInTheDocument();
    await fill(user, question, 'Which of the two birth dates was read?');
    await user.click(screen.getByRole('button', { name: 'Return with this question' }));
    await waitFor(() => expect(decided()).toMatchObject({ decision: 'return', revision: 4 }));
  });

  const other = 'rLostWa11etExamp1eExamp1eExam';
  const wallets = [
    {
      wallet: other,
      how: 'same-number' as const,
      investor: 'verified' as const,
      landlord: 'not_started' as const,
      suspended: false,
    },
  ];
  it('asks about the wallet that was clicked last, before the dialog was there', async () => {
    await open(view({ wallets }));
    fireEvent.click(screen.getByRole('button', { name: 'Link a wallet' }));
    fireEvent.click(screen.getByRole('button', { name: `Separate ${other}` }));
    const dialog = await screen.findByRole('dialog', { name: 'Separate two wallets' });
    expect(within(dialog).getByRole('textbox', { name: 'Wallet' })).toHaveValue(other);
  });
  it('links a wallet of the same person, and says which of the two was lost', async () => {
    const one = view({ wallets });
    const { user } = await open(one, { [`POST /api/compliance/cases/${one.id}/wallets`]: one });
    const card = screen.getByRole('region', { name: 'Wallets of this person' });
    expect(card).toHaveTextContent('Same social security number');
    expect(within(card).getByRole('button', { name: `Separate ${other}` })).toBeInTheDocument();
    await user.click(within(card).getByRole('button', { name: `Link ${other}` }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Link the wallets' }));
    expect(await within(dialog).findByText('Give a reason of at least 20 characters')).toBeInTheDocument();
    await fill(user, within(dialog).getByRole('textbox', { name: 'Reason' }), 'The phone was lost, seen by video call');
    await user.click(within(dialog).getByRole('button', { name: 'Link the wallets' }));
    await waitFor(() =>
      expect(calls.find(({ path: at }) => at.endsWith('/wallets'))?.body).toEqual({
        wallet: other,
        linked: true,
        reason: 'The phone was lost, seen by video call',
      }),
    );
  });
  it('offers an auditor no decision and no link', async () => {
    await open(
      view({ masked: true, mayLink: false, mayDecide: 'Auditors can read cases but not decide them', documents: [] }),
    );
    expect(screen.queryByRole('button', { name: 'Link a wallet' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Review' })).toBeNull();
  });
});
