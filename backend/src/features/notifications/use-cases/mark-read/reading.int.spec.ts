import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { asked, fact, NoticeWorld, of, started } from '#test/support/notice-world.js';
import { Preferences, SetPreference, SetPreferenceHandler } from '../set-preferences/preferences.js';

let world: NoticeWorld;
beforeAll(async () => {
  world = await NoticeWorld.open();
});
afterAll(() => world?.close());

describe('what is read', () => {
  const answered = (wallet: string, caseId: string) => fact('ApplicantAsked', { wallet, caseId }, `asked-${caseId}`);
  it('is what its reader marked, one by one or all at once; somebody else’s mark changes nothing', async () => {
    await world.happen(answered('rReader', '1'), answered('rReader', '2'), answered('rReader', '3'));
    expect(await world.unread('rReader')).toBe(3);
    expect(await world.read('rStranger', { ids: ['asked-1'] })).toMatchObject({ unread: 0 });
    expect(await world.unread('rReader')).toBe(3);
    expect(await world.read('rReader', { ids: ['asked-1', 'nothing'] })).toMatchObject({ unread: 2 });
    expect((await world.listFor('rReader')).map((row) => row.read)).toEqual([false, false, true]);
    expect(await world.read('rReader', { all: true })).toMatchObject({ unread: 0, needsYou: 3 });
    await world.happen(answered('rReader', '4'));
    expect((await world.listFor('rReader')).map((row) => row.read)).toEqual([false, true, true, true]);
    const { rows } = await world.database.pool.query(
      "select from platform.notification_reads where wallet <> 'rReader'",
    );
    expect(rows).toHaveLength(0);
  });

  it('all at once ends at what the reader has seen; what came meanwhile stays unread', async () => {
    await world.happen(answered('rLate', '11'), answered('rLate', '12'), answered('rLate', '13'));
    expect(await world.read('rLate', { ids: ['asked-13'] })).toMatchObject({ unread: 2 });
    expect(await world.read('rLate', { all: true, through: 'asked-11' })).toMatchObject({ unread: 1 });
    expect((await world.listFor('rLate')).map((row) => row.read)).toEqual([true, false, true]);
    expect(await world.read('rLate', { all: true, through: 'of-nobody' })).toMatchObject({ unread: 1 });
  });

  it('is refused where neither is named, or both', async () => {
    await expect(world.read('rReader', {})).rejects.toMatchObject({ message: 'Give either ids or all' });
    await expect(world.read('rReader', { ids: ['a'], all: true })).rejects.toThrow('Give either ids or all');
  });

  it('is counted up to 100', async () => {
    await world.happen(...Array.from({ length: 120 }, (_, index) => answered('rMuch', `much-${index}`)));
    expect(await world.notices.unread(of('rMuch'))).toEqual({ unread: 100, needsYou: 100 });
  });

  it('is told in the list’s pages too, and a tab shows what belongs there', async () => {
    const first = await world.page('rMuch', 'investor', { limit: '50' });
    expect([first.rows.length, first.next]).toEqual([50, expect.any(String)]);
    await world.happen(started('paid', 'rMuch'), fact('PaymentCompleted', { paymentId: 'paid' }));
    const money = await world.listFor('rMuch', 'investor', { show: 'money' });
    expect(money.map(({ kind }) => kind)).toEqual(['payment-settled']);
  });

  it('goes with the person', async () => {
    await world.state.forget('rReader');
    const { rows } = await world.database.pool.query(
      `select wallet from platform.notification_people where wallet = 'rReader'
       union all select wallet from platform.notification_reads where wallet = 'rReader'`,
    );
    expect(rows).toEqual([]);
  });
});

describe('what one wants to be told', () => {
  it('is kept by topic; what is turned off is neither listed nor counted, except what waits for its reader', async () => {
    const wish = (more: object) =>
      new SetPreferenceHandler(world.state, new Preferences({ smtp: null } as never, world.state, {} as never)).execute(
        new SetPreference(of('rPicky'), { topic: 'payments', ...more } as never),
      );
    await world.happen(started('picky', 'rPicky'), fact('PaymentCompleted', { paymentId: 'picky' }));
    await world.happen(started('picky-2', 'rPicky'), asked('picky-2'));
    expect(await world.unread('rPicky')).toBe(2);
    const { topics } = await wish({ show: false });
    expect(topics).toEqual([
      { topic: 'payments', show: false, mail: false },
      ...['rent', 'properties', 'verification'].map((topic) => ({ topic, show: true, mail: false })),
    ]);
    expect([await world.told('rPicky'), await world.unread('rPicky')]).toEqual([['signature-waiting'], 1]);
    expect((await wish({ mail: true })).topics[0]).toEqual({ topic: 'payments', show: false, mail: true });
    expect((await wish({ show: true })).topics[0]).toEqual({ topic: 'payments', show: true, mail: true });
    expect(await world.unread('rPicky')).toBe(2);
  });
});
