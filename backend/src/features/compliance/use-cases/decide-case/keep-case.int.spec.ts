import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ScreeningEvent } from '@tknest/contracts/events';
import { randomUUID } from 'node:crypto';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { identityOn, LISTED, somebody } from '#test/support/identity.js';
import { context } from '#test/event-store/adapter.js';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { identityStream } from '#features/identity/identity.state.js';
import { screeningStream } from '#features/screening/rules.public.js';
import { CaseFile } from '../../case-file.js';
import type { CaseFinder } from '../../case-finder.js';
import { Looks } from '../../looks.js';
import type { Officers } from '../../officers.js';
import { ShowComplianceCaseHandler } from '../show-case/show-case.query.js';
import { DecideComplianceCaseController } from './decide-case.controller.js';
import {
  AssignComplianceCase,
  AssignComplianceCaseHandler,
  NoteComplianceCase,
  NoteComplianceCaseHandler,
} from './keep-case.command.js';

const officer = { id: 's1', wallet: 'rOfficer', role: 'compliance' } as Session;
const second = { id: 's2', wallet: 'rSecond', role: 'compliance' } as Session;
const officers = { linked: async () => false, furtherOf: async () => [] } as unknown as Officers;

let db: TestDatabase;
let identity: ReturnType<typeof identityOn>;
beforeAll(async () => {
  db = await freshDatabase();
  identity = identityOn(db);
});
afterAll(() => db?.drop());

/** An applicant with a hit, and the desk with that one case. */
async function deskWithCase() {
  const person = somebody();
  await identity.submit(person, LISTED);
  const opened = (await identity.screeningOf(person)).find(({ type }) => type === 'ComplianceCaseOpened') as any;
  const { caseId, wallet, role, applicationId } = opened.data;
  const { store, vault, causation, dossier } = identity;
  const row = { id: caseId, wallet, userRole: role, reason: 'sanctions-hit', promiseBy: '2026-11-30' };
  const finder = { one: async () => row } as unknown as CaseFinder;
  const assign = new AssignComplianceCaseHandler(finder, officers, new Recorder(store, causation));
  const note = new NoteComplianceCaseHandler(finder, officers, vault, new Recorder(store, causation));
  const show = new ShowComplianceCaseHandler(
    finder,
    new CaseFile(store, vault, dossier),
    new Looks(store, new Recorder(store, causation)),
    officers,
    { loaded: null } as never,
    { of: async () => [] } as never,
    identity.calendar,
  );
  const commands = {
    execute: (command: unknown) =>
      command instanceof AssignComplianceCase ? assign.execute(command) : note.execute(command as NoteComplianceCase),
  };
  const controller = new DecideComplianceCaseController(
    commands as never,
    { execute: (query: never) => show.execute(query) } as never,
    { waitFor: async () => true } as never,
  );
  const happen = (stream: string, event: object) => store.append(stream, 'any', [event as never], context());
  return {
    caseId: caseId as string,
    person,
    controller,
    note,
    events: () => identity.screeningOf(person) as Promise<ScreeningEvent[]>,
    decided: () =>
      happen(screeningStream(wallet), {
        type: 'ComplianceCaseDecided',
        data: {
          caseId,
          wallet,
          role,
          applicationId,
          decision: 'clear',
          hits: [],
          by: officer.wallet,
          proposedBy: null,
          item: randomUUID(),
        },
      }),
    erased: async () => {
      await happen(identityStream(wallet), {
        type: 'PersonErased',
        data: { wallet, retainedUntil: '2036-11-24', redactions: [] },
      });
      await vault.erase(wallet);
    },
  };
}

const looksOf = (events: readonly ScreeningEvent[], { wallet }: Session) =>
  events.filter(({ type, data }) => type === 'ComplianceCaseViewed' && (data as { by: string }).by === wallet).length;

describe('what the desk answers to taking and noting a case (rule 10)', () => {
  it('putting back what is nobody’s shows personal data, and that look is recorded each time', async () => {
    const { caseId, controller, events } = await deskWithCase();
    const shown = await controller.assign(officer, caseId, { mine: false });
    expect(shown.applicant.name).toContain(LISTED);
    expect(looksOf(await events(), officer)).toBe(1);
    await controller.assign(officer, caseId, { mine: true });
    expect(looksOf(await events(), officer)).toBe(1);
    // Taking one's own case records no event either, so it is another view.
    await controller.assign(officer, caseId, { mine: true });
    expect(looksOf(await events(), officer)).toBe(2);
  });
  it('who takes or notes a case that they never opened has looked at it; after that the act tells enough', async () => {
    const { caseId, controller, events } = await deskWithCase();
    expect(await controller.assign(officer, caseId, { mine: true })).toMatchObject({ assignee: officer.wallet });
    await controller.note(second, caseId, { note: 'Called back' });
    const looks = async () => [looksOf(await events(), officer), looksOf(await events(), second)];
    expect(await looks()).toEqual([1, 1]);
    expect(await controller.assign(officer, caseId, { mine: false })).toMatchObject({ assignee: null });
    await controller.note(second, caseId, { note: 'Called again' });
    expect(await looks()).toEqual([1, 1]);
  });
});

describe('a note on somebody who was erased', () => {
  it('is refused once their case is decided, and leaves nothing in the vault that no erasure would reach', async () => {
    const { caseId, person, note, decided, erased } = await deskWithCase();
    await decided();
    await note.execute(new NoteComplianceCase(officer, caseId, 'Kept until they asked'));
    await erased();
    await expect(note.execute(new NoteComplianceCase(officer, caseId, 'Ida, born in 1985'))).rejects.toMatchObject({
      reason: 'conflict',
    });
    expect(await identity.keptFor(person)).toBe(0);
    expect(await identity.vault.holds(person.wallet)).toBe(false);
  });
});
