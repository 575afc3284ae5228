import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../event-store/memory/memory-event-store.js';
import { collect } from '#test/event-store/adapter.js';
import { BusinessCalendar, DateNotForward } from './business-calendar.js';
import type { Clock } from '../clock/clock.js';

describe('the business calendar', () => {
  let wall: string;
  let store: MemoryEventStore;
  const clock: Clock = { now: () => new Date(`${wall}T12:00:00Z`), sleep: async () => {} };
  const admin = { wallet: 'rAdmin', role: 'admin' as const };
  const calendar = () => new BusinessCalendar(store, clock, null);
  beforeEach(() => {
    wall = '2026-11-21';
    store = new MemoryEventStore(clock);
  });

  it("is the wall clock's day until somebody moves it, and never behind it", async () => {
    const mine = calendar();
    expect(await mine.today()).toBe('2026-11-21');
    await mine.advanceTo('2027-01-15', 7, admin);
    expect(await mine.today()).toBe('2027-01-15');
    wall = '2027-01-14';
    expect(await mine.today()).toBe('2027-01-15');
    wall = '2027-01-16';
    expect(await mine.today()).toBe('2027-01-16');
  });

  it("gives the moment that deadlines go by: the wall clock's, or the beginning of the day it was moved to", async () => {
    const mine = calendar();
    expect(await mine.now()).toEqual(new Date('2026-11-21T12:00:00Z'));
    await mine.advanceTo('2027-01-15', 7, admin);
    expect(await mine.now()).toEqual(new Date('2027-01-15T00:00:00Z'));
    wall = '2027-01-15';
    expect(await mine.now()).toEqual(new Date('2027-01-15T12:00:00Z'));
  });

  it('what is paid while a day is processed belongs to that day, though today is the day before', async () => {
    const mine = calendar();
    const worked = (event: { type: string; data: object }) => {
      const metadata = { commandId: event.type + JSON.stringify(event.data), businessDate: '2026-11-20' };
      return store.append('calendar-schedule', 'any', [event], { metadata } as never);
    };
    expect(await mine.underWay()).toBe('2026-11-21');
    await worked({ type: 'BusinessDayCompleted', data: { date: '2026-11-20' } });
    expect(await mine.underWay()).toBe('2026-11-20');
    await worked({ type: 'BusinessDayBegun', data: { date: '2026-11-21', recordPosition: '1' } });
    expect([await mine.today(), await mine.underWay()]).toEqual(['2026-11-20', '2026-11-21']);
    await worked({ type: 'BusinessDayCompleted', data: { date: '2026-11-22' } });
    expect(await mine.underWay()).toBe('2026-11-22');
  });

  it('moves forward only', async () => {
    const mine = calendar();
    await mine.advanceTo('2027-01-15', 7, admin);
    for (const date of ['2027-01-15', '2027-01-14', '2026-11-21'] as const)
      await expect(mine.advanceTo(date, 7, admin)).rejects.toThrow(DateNotForward);
    await mine.advanceTo('2027-01-16', 7, admin);
    expect((await collect(store.read('calendar-business'))).map(({ data }) => data)).toEqual([
      { from: '2026-11-21', to: '2027-01-15', ledgerIndex: 7 },
      { from: '2027-01-15', to: '2027-01-16', ledgerIndex: 7 },
    ]);
  });

  it('is the same on every instance and after a restart', async () => {
    const [one, other] = [calendar(), calendar()];
    expect(await other.today()).toBe('2026-11-21');
    await one.advanceTo('2027-03-01', 7, admin);
    expect(await other.today()).toBe('2027-03-01');
    expect(await calendar().today()).toBe('2027-03-01');
  });

  it('that begins in the past stays there until it was brought to today, and follows the wall clock from then on', async () => {
    const past = () => new BusinessCalendar(store, clock, null, { calendarFrom: '2026-09-02' });
    const mine = past();
    const dayOf = (ledgerIndex: number) => mine.dayOf({ ledgerIndex, closedAt: new Date('2026-01-01T00:00:09Z') });
    expect([await mine.today(), await dayOf(6)]).toEqual(['2026-09-02', '2026-09-02']);
    expect(await mine.now()).toEqual(new Date('2026-11-21T12:00:00Z'));
    await mine.advanceTo('2026-10-05', 7, admin);
    wall = '2026-11-22';
    expect([await mine.today(), await dayOf(6), await dayOf(7)]).toEqual(['2026-10-05', '2026-09-02', '2026-10-05']);
    await mine.advanceTo('2026-11-22', 7, admin);
    wall = '2026-11-23';
    for (const one of [mine, past(), calendar()]) expect(await one.today()).toBe('2026-11-23');
  });

  it("in the sandbox goes on to ledgers of the wall clock's day, whatever time they closed at", async () => {
    const mine = calendar();
    const dayOf = (ledgerIndex: number) => mine.dayOf({ ledgerIndex, closedAt: new Date('2026-01-01T00:00:09Z') });
    expect(await dayOf(9)).toBe(await mine.goal());
    await mine.advanceTo('2027-01-15', 10, admin);
    expect([await dayOf(9), await dayOf(10)]).toEqual(['2026-11-21', '2027-01-15']);
    wall = '2027-01-16';
    expect(await dayOf(10)).toBe(await mine.goal());
  });

  it('never begins before a day that was processed already', async () => {
    const metadata = {
      commandId: 'c',
      correlationId: 'c',
      causationId: 'c',
      actor: { wallet: null, role: 'system' as const },
      businessDate: '2026-11-20' as const,
    };
    const completed = { type: 'BusinessDayCompleted', data: { date: '2026-11-20' as const } } as const;
    await store.append('calendar-schedule', 'none', [completed], { metadata });
    const past = new BusinessCalendar(store, clock, null, { calendarFrom: '2026-09-02' });
    expect(await past.today()).toBe('2026-11-20');
  });

  describe('outside the sandbox', () => {
    const onLedger = (closedAt: string | null) =>
      new BusinessCalendar(store, clock, { closedAt: closedAt === null ? null : new Date(closedAt) });

    it("never passes the last validated ledger's day, whatever the clock says", async () => {
      wall = '2036-11-21';
      const mine = onLedger('2026-11-21T15:00:00Z');
      expect(await mine.goal()).toBe('2026-11-21');
      expect(await mine.today()).toBe('2026-11-21');
      expect(await mine.now()).toEqual(new Date('2026-11-21T15:00:00Z'));
    });

    it('takes no day through before a ledger has told one: it stays where it was', async () => {
      wall = '2036-11-21';
      expect(await onLedger(null).goal()).toBeNull();
      await store.append(
        'calendar-schedule',
        'none',
        [{ type: 'BusinessDayCompleted', data: { date: '2026-11-20' as const } }],
        {
          metadata: {
            commandId: '7c0e6a55-52c4-4d9c-9d2c-8a6b43f5a0f1',
            correlationId: '7c0e6a55-52c4-4d9c-9d2c-8a6b43f5a0f1',
            causationId: '7c0e6a55-52c4-4d9c-9d2c-8a6b43f5a0f1',
            actor: { wallet: null, role: 'system' },
            businessDate: '2026-11-20' as const,
          },
        },
      );
      expect(await onLedger(null).today()).toBe('2026-11-20');
    });

    it('does not go back, whatever ledger the next node shows', async () => {
      const metadata = {
        commandId: 'c',
        correlationId: 'c',
        causationId: 'c',
        actor: { wallet: null, role: 'system' as const },
        businessDate: '2026-11-21' as const,
      };
      const completed = { type: 'BusinessDayCompleted', data: { date: '2026-11-21' as const } } as const;
      await store.append('calendar-schedule', 'none', [completed], { metadata });
      const behind = onLedger('2026-11-20T23:00:00Z');
      expect([await behind.today(), await behind.goal()]).toEqual(['2026-11-21', '2026-11-20']);
    });

    it('is moved by nobody, whatever a web process has written', async () => {
      await calendar().advanceTo('2031-01-01', 0, admin);
      const mine = onLedger('2026-11-21T15:00:00Z');
      const ledger = { ledgerIndex: 9, closedAt: new Date('2026-11-20T15:00:00Z') };
      expect([await mine.today(), await mine.dayOf(ledger)]).toEqual(['2026-11-21', '2026-11-20']);
    });

    it('goes by the wall clock as long as that is behind the ledger or ahead by less than the tolerance', async () => {
      const mine = onLedger('2026-11-21T11:59:00Z');
      expect(await mine.now()).toEqual(new Date('2026-11-21T12:00:00Z'));
      expect(await onLedger('2026-11-22T11:59:00Z').today()).toBe('2026-11-21');
    });
  });
});
