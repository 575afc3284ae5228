import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ScreeningEvent, ScreeningHit } from '@tknest/contracts/events';
import type { DataSource } from 'typeorm';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { createDataSource } from '#platform/database/data-source.js';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { toPosition } from '#platform/event-store/positions.js';
import type { Projection } from '#platform/projections/projection.js';
import { inheritHits, screeningFold } from '#features/screening/rules.public.js';
import { decideCase } from '../../compliance-case.decider.js';
import { complianceCasesProjection } from './compliance-cases.projection.js';
import { ComplianceCaseRecord, ScreenedPerson } from './compliance-case.entities.js';

let database: TestDatabase;
let db: DataSource;
beforeAll(async () => {
  database = await freshDatabase();
  db = await createDataSource(database.url, [ComplianceCaseRecord, ScreenedPerson]).initialize();
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});
beforeEach(() => db.query('truncate compliance_cases, screened_persons'));

const wallet = 'rNew';
const { initialState, evolve } = screeningFold(wallet);
const hit = (entityNumber: string, score = 0.97): ScreeningHit => ({
  list: 'L',
  entityNumber,
  entryHash: 'e',
  nameHash: 'n',
  birthDateHash: null,
  score,
  level: 'high',
});
const of = { wallet, from: 'rOld', role: 'investor', applicationId: 'a' } as const;
const newCase = { caseId: 'c1', promiseBy: '2026-11-25' as const };
/** The state of the person's other wallet, with these open hits. */
const other = (...hits: ScreeningHit[]) => ({
  ...initialState,
  open: new Map(
    hits.map((one) => [
      one.entityNumber,
      { ...one, role: 'investor' as const, applicationId: '', fetchedAt: '', from: null },
    ]),
  ),
});

let last = 0;
async function written(events: readonly ScreeningEvent[]) {
  const recorded = events.map(
    ({ type, data }) =>
      ({ type, data, position: toPosition(++last), at: '2026-11-22T08:00:00Z' }) as unknown as RecordedEvent,
  );
  const projection: Projection = complianceCasesProjection;
  await db.transaction((tx) => projection.apply(recorded, tx));
}

describe('the queue says what the case says', () => {
  it.each([
    ['another hit of the same score', [hit('1')], [hit('1'), hit('2')]],
    ['one of two ended there', [hit('1'), hit('2', 0.93)], [hit('2', 0.93)]],
  ])('after %s was inherited while it waited for a second person', async (_, before, after) => {
    let state = initialState;
    const happen = async (events: readonly ScreeningEvent[]) => {
      state = events.reduce((before, event) => evolve(before, event, new Date()), state);
      await written(events);
    };
    await happen(inheritHits(of, other(...before), state, newCase));
    const hits = before.map(({ entityNumber }) => entityNumber);
    const command = { wallet, caseId: 'c1', decision: 'clear', revision: 0, hits, by: 'rFirst', item: 'i' } as const;
    await happen(decideCase({ ...command, linked: false, officers: 2 }, state));
    await happen(inheritHits(of, other(...after), state, newCase));
    const one = state.cases.get('c1')!;
    const [row] = await db.query('select state, proposed_by from compliance_cases');
    expect(row).toEqual({ state: one.state, proposed_by: one.proposal?.by ?? null });
  });

  const at = { caseId: 'c1', wallet };
  const taken = (by: string): ScreeningEvent => ({ type: 'ComplianceCaseAssigned', data: { ...at, by, to: by } });
  const putBack = (by: string): ScreeningEvent => ({ type: 'ComplianceCaseAssigned', data: { ...at, by, to: null } });
  const returned: ScreeningEvent = { type: 'ClearanceReturned', data: { ...at, by: 'rSecond', item: 'i' } };
  const viewed: ScreeningEvent = { type: 'ComplianceCaseViewed', data: { ...at, by: 'rSecond' } };
  it.each([
    ['the second person took it, and returned it', [taken('rSecond'), returned], 'rFirst'],
    ['it was put back, and returned', [putBack('rFirst'), returned], 'rFirst'],
    ['it was put back, and opened by the second person', [putBack('rFirst'), viewed], null],
  ])('of whose it is, once it was cleared by a first person: %s', async (_, then, whose) => {
    const opened = inheritHits(of, other(hit('1')), initialState, newCase);
    const proposed = {
      type: 'ClearanceProposed',
      data: { ...at, by: 'rFirst', item: 'i', hits: [] },
    } as ScreeningEvent;
    const events = [...opened, proposed, ...then];
    await written(events);
    const state = events.reduce((before, event) => evolve(before, event, new Date()), initialState);
    const [row] = await db.query('select assignee from compliance_cases');
    expect({ inTheQueue: row.assignee, inTheCase: state.cases.get('c1')!.assignee }).toEqual({
      inTheQueue: whose,
      inTheCase: whose,
    });
  });
});

describe('who applied while there was no list', () => {
  it('waits for one, though nothing was found of them', async () => {
    const data = { wallet, role: 'investor', occasion: 'application', list: null, hits: [] } as never;
    await written([{ type: 'PersonScreened', data }]);
    expect(await db.query('select * from screened_persons')).toEqual([{ wallet, waiting: true, hits: {} }]);
  });
});
