import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { dayAt } from '@tknest/contracts/money';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { DataSource } from 'typeorm';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import type { Config } from '#platform/config/config.js';
import { readMailSettings } from '#platform/config/mail-settings.js';
import { createDataSource } from '#platform/database/data-source.js';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { toPosition } from '#platform/event-store/positions.js';
import type { Timer } from '#platform/processes/process-manager.js';
import type { ReadModels } from '#platform/projections/read-models.js';
import { OwnNotices } from '../own-notices.js';
import {
  NotificationSubject,
  NotificationRow,
  PropertyHolder,
} from '../read-models/notifications/notification.entities.js';
import { notificationsProjection } from '../read-models/notifications/notifications.projection.js';
import { NotificationState } from '../notification-state.js';
import { MailBox } from './mail-box.js';
import { MailProcess } from './mail.process.js';

interface Received {
  from: string;
  to: string[];
  body: string;
}
let received: Received[] = [];
let behave: Partial<SMTPServerOptions> = {};
let smtp: SMTPServer;
let port: number;
let database: TestDatabase;
let db: DataSource;
let state: NotificationState;
let box: MailBox;
let timers: Timer[] = [];
let now = new Date('2026-11-23T12:00:00.000Z');
const addresses = new Map<string, string>();

beforeAll(async () => {
  database = await freshDatabase();
  db = await createDataSource(database.url, [NotificationRow, PropertyHolder, NotificationSubject]).initialize();
  state = new NotificationState(database.pool);
  box = new MailBox(database.pool);
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _, answer) =>
      answer(username === 'tknest' && password === 'p@ss' ? null : new Error('Wrong password'), { user: username }),
    onRcptTo: (address, session, answer) => (behave.onRcptTo ? behave.onRcptTo(address, session, answer) : answer()),
    onData: (stream, session, answer) => {
      if (behave.onData) return behave.onData(stream, session, answer);
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: (mailFrom as { address: string }).address,
          to: rcptTo.map(({ address }) => address),
          body: Buffer.concat(parts).toString(),
        });
        answer();
      });
    },
  });
  smtp.on('error', () => undefined);
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  port = (smtp.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await new Promise<void>((closed) => smtp.close(() => closed()));
  await db?.destroy();
  await database?.drop();
});
beforeEach(() => {
  addresses.clear();
  now = new Date('2026-11-23T12:00:00.000Z');
});
afterEach(() => {
  received = [];
  timers = [];
  behave = {};
});

const settings = (given: string) =>
  readMailSettings({ SMTP_URL: given, MAIL_FROM: 'news@example.org' }, false, (problem) => {
    throw new Error(problem);
  });
const processOf = (url = `smtp://127.0.0.1:${port}`, more: Partial<Config> = {}) => {
  const config = {
    ...settings(url),
    publicUrl: 'https://tknest.example',
    adminWallets: new Set(['rAdmin', 'rFirst']),
    complianceWallets: new Set(['rOfficer']),
    ...more,
  } as Config;
  const readModels = { waitFor: async () => true } as unknown as ReadModels;
  const emails = { emailOf: async (wallet: string) => addresses.get(wallet) ?? null };
  const notices = new OwnNotices(db, state);
  return new MailProcess(config, { now: () => now } as never, db, readModels, notices, state, emails as never, box);
};
const context = { schedule: async (timer: Timer) => void timers.push(timer) } as never;
/** Fires every due timer, as the runner does. */
async function fire(mails: MailProcess): Promise<void> {
  const due = timers.filter(({ dueAt }) => dueAt <= now);
  timers = timers.filter(({ dueAt }) => dueAt > now);
  for (const timer of due) await mails.onTimer(timer, context);
}
let position = 0;
const fact = (type: string, data: object) =>
  ({
    type,
    id: `${type}-${++position}`,
    position: toPosition(position),
    at: now.toISOString(),
    metadata: { businessDate: dayAt(now) },
    data,
  }) as unknown as RecordedEvent;
async function happen(event: RecordedEvent, mails = processOf()): Promise<string> {
  await db.transaction((tx) => notificationsProjection.apply([event], tx));
  await mails.handle(event, context);
  return event.id;
}
const asked = (wallet: string) => fact('ApplicantAsked', { wallet, caseId: `case-${position}` });
const wants = async (wallet: string, topic: 'verification' | 'rent' | 'office' = 'verification') => {
  addresses.set(wallet, `${wallet}@example.com`);
  await state.wish(wallet, topic, { mail: true });
};
const stateOf = async (notificationId: string) =>
  (
    await database.pool.query('select state from platform.notification_mails where notification_id = $1', [
      notificationId,
    ])
  ).rows.map((row) => row.state);

describe('mail by SMTP', () => {
  it('goes to whoever asked for it, with no amount and no name in its subject', async () => {
    await wants('rTenant', 'rent');
    const mails = processOf();
    await happen(fact('ListingCreated', { propertyId: 7, name: 'Demo Lofts', owner: 'rSeven' }));
    await happen(fact('PayoutRunCreated', { runId: 'due-7', propertyId: 7, source: 'autopay', period: '2026-12-01' }));
    const paid = { payoutId: 'due-7', propertyId: 7, wallet: 'rTenant', amount: '12.5' };
    const id = await happen(fact('PayoutSettled', paid), mails);
    await fire(mails);
    expect(received).toHaveLength(1);
    const { from, to, body } = received[0]!;
    const [head, text] = body.split('\r\n\r\n', 2) as [string, string];
    expect([from, to]).toEqual(['news@example.org', ['rTenant@example.com']]);
    const subject = /^Subject: (.*)$/m.exec(head)![1]!.trim();
    expect(subject).toBe('Tknest: News about your rent');
    expect(head).toMatch(/^Auto-Submitted: auto-generated/m);
    expect(body).toContain('12.50 RLUSD of rent arrived.');
    expect(body.replaceAll('=\r\n', '')).toContain('https://tknest.example/receipts/due-7~rTenant');
    expect(text).not.toContain('undefined');
    expect(await stateOf(id)).toEqual(['sent']);
  });

  it('signs in where the address names somebody', async () => {
    await wants('rLogin');
    const [wrong, right] = ['wrong', encodeURIComponent('p@ss')].map((pass) =>
      processOf(`smtp://tknest:${pass}@127.0.0.1:${port}`),
    );
    const id = await happen(asked('rLogin'), wrong);
    await fire(wrong!);
    expect([received.length, await stateOf(id)]).toEqual([0, ['waiting']]);
    now = timers[0]!.dueAt;
    await fire(right!);
    expect([received.length, await stateOf(id)]).toEqual([1, ['sent']]);
  });

  it('goes to nobody who did not ask, has no address, or has read it meanwhile', async () => {
    const mails = processOf();
    addresses.set('rSilent', 'rSilent@example.com');
    await wants('rHomeless');
    addresses.delete('rHomeless');
    await wants('rQuick');
    const ids = [];
    for (const wallet of ['rSilent', 'rHomeless', 'rQuick']) ids.push(await happen(asked(wallet), mails));
    await state.markRead('rQuick', [ids[2]!]);
    await fire(mails);
    expect(received).toEqual([]);
    expect(await Promise.all(ids.map(stateOf))).toEqual([[], ['skipped'], ['skipped']]);
  });

  it('goes also to whoever wants a topic by mail and not in the list', async () => {
    await wants('rMailOnly');
    await state.wish('rMailOnly', 'verification', { show: false });
    const mails = processOf();
    const id = await happen(
      fact('KycDecided', { wallet: 'rMailOnly', role: 'investor', status: 'verified', code: null, expiresAt: null }),
      mails,
    );
    await fire(mails);
    expect([received.length, await stateOf(id)]).toEqual([1, ['sent']]);
  });

  it('says in lines of its own only what the platform says, whatever a property is called', async () => {
    await wants('rTenant', 'rent');
    const mails = processOf();
    const name = 'Demo\r\n\r\nYour account is locked:\r\nhttps://evil.example\u2028now';
    await happen(fact('ListingCreated', { propertyId: 8, name, owner: 'rEight' }));
    await happen(fact('PayoutRunCreated', { runId: 'due-8', propertyId: 8, source: 'autopay', period: '2026-12-01' }));
    await happen(fact('PayoutSettled', { payoutId: 'due-8', propertyId: 8, wallet: 'rTenant', amount: '1' }), mails);
    await fire(mails);
    const text = received[0]!.body.replaceAll('=\r\n', '');
    expect(text).toContain('Your account is locked');
    expect(text.split(/\r\n|\u2028/).filter((line) => /^(Your account|https:..evil|now)/.test(line))).toEqual([]);
  });

  it('goes to the office, except to whom the act is', async () => {
    for (const wallet of ['rAdmin', 'rFirst', 'rOfficer']) await wants(wallet, 'office');
    const mails = processOf();
    const made = { proposalId: 'q', summary: 'Pay', by: 'rFirst', expiresAt: '2026-12-01T00:00:00.000Z' };
    await happen(fact('ProposalMade', made));
    await happen(fact('ProposalSigned', { proposalId: 'q' }), mails);
    await fire(mails);
    expect(received.map(({ to }) => to)).toEqual([['rAdmin@example.com']]);
    await happen(fact('ComplianceCaseOpened', { caseId: 'desk', promiseBy: '2026-12-01' }), mails);
    await fire(mails);
    expect(
      received
        .flatMap(({ to }) => to)
        .sort()
        .slice(1),
    ).toEqual(['rAdmin@example.com', 'rFirst@example.com', 'rOfficer@example.com']);
  });

  it('goes out for nothing that happened over a day ago, and nowhere while it is off', async () => {
    await wants('rOld');
    const event = asked('rOld');
    await happen({ ...event, at: new Date(now.getTime() - 24 * 3_600_000 - 1).toISOString() });
    await happen(asked('rOld'), processOf('smtp://127.0.0.1', { smtp: null }));
    expect(timers).toEqual([]);
  });

  it('a fact that is delivered twice is mailed once', async () => {
    await wants('rTwice');
    const mails = processOf();
    const event = asked('rTwice');
    await happen(event, mails);
    await mails.handle(event, context);
    await fire(mails);
    expect(received).toHaveLength(1);
  });

  it('a server that is busy or away is asked again later, and gets it once', async () => {
    await wants('rBusy');
    const mails = processOf();
    behave = { onRcptTo: (_, __, answer) => answer(Object.assign(new Error('Try later'), { responseCode: 451 })) };
    const id = await happen(asked('rBusy'), mails);
    await fire(mails);
    expect([await stateOf(id), timers.map(({ dueAt }) => dueAt.getTime() - now.getTime())]).toEqual([
      ['waiting'],
      [60_000],
    ]);
    behave = {};
    now = timers[0]!.dueAt;
    await fire(mails);
    expect([received.length, await stateOf(id)]).toEqual([1, ['sent']]);
    const away = processOf('smtp://127.0.0.1:1');
    const second = await happen(asked('rBusy'), away);
    await fire(away);
    expect([await stateOf(second), timers.length]).toEqual([['waiting'], 1]);
  });

  it('what is refused for good, or was not taken for a day, is given up; the reason names no address', async () => {
    await wants('rGone');
    const mails = processOf();
    behave = {
      onRcptTo: ({ address }, _, answer) =>
        answer(Object.assign(new Error(`No mailbox ${address}`), { responseCode: 550 })),
    };
    const id = await happen(asked('rGone'), mails);
    await fire(mails);
    const { rows } = await database.pool.query(
      'select state, reason from platform.notification_mails where notification_id = $1',
      [id],
    );
    expect(rows[0]).toEqual({ state: 'failed', reason: expect.stringContaining('550') });
    expect(rows[0].reason).not.toContain('@');
    const away = processOf('smtp://127.0.0.1:1');
    const second = await happen(asked('rGone'), away);
    for (let attempts = 0; timers.length > 0 && attempts < 50; attempts++) {
      now = timers[0]!.dueAt;
      await fire(away);
    }
    expect(await stateOf(second)).toEqual(['failed']);
    expect(timers).toEqual([]);
    expect(await box.tally()).toMatchObject({ failed: 2 });
  });

  it('a mail that the server may have taken is not sent again: its answer was lost, or the program ended', async () => {
    await wants('rUnsure');
    const mails = processOf();
    let taken = 0;
    behave = {
      onData: (stream, session) => {
        stream.resume();
        stream.on('end', () => {
          taken++;
          // The connection ends instead of an answer.
          (smtp as unknown as { connections: Set<{ session: unknown; close(): void }> }).connections.forEach((one) =>
            one.close(),
          );
          void session;
        });
      },
    };
    const id = await happen(asked('rUnsure'), mails);
    await fire(mails);
    expect([taken, await stateOf(id), timers]).toEqual([1, ['unsure'], []]);
    behave = {};
    const second = await happen(asked('rUnsure'), mails);
    // The state after kill -9: claimed, but never concluded.
    await box.take(second, 'rUnsure');
    await fire(mails);
    expect([received, await stateOf(second)]).toEqual([[], ['unsure']]);
  });

  it('goes with the person', async () => {
    await state.forget('rUnsure');
    const { rows } = await database.pool.query("select from platform.notification_mails where wallet = 'rUnsure'");
    expect(rows).toEqual([]);
  });
});

describe('SMTP_URL', () => {
  const read = (env: NodeJS.ProcessEnv, production = false) => {
    const problems: string[] = [];
    return { ...readMailSettings(env, production, (problem) => problems.push(problem)), problems };
  };
  it('is off where nothing is said', () => {
    expect(read({})).toEqual({ smtp: null, problems: [] });
  });
  it('names server, port and password; production sends nothing without TLS', () => {
    expect(read({ SMTP_URL: 'smtps://me:p%40ss@mail.example' }, true).smtp).toEqual({
      host: 'mail.example',
      port: 465,
      implicitTls: true,
      requireTls: true,
      auth: { user: 'me', pass: 'p@ss' },
      from: 'support@example.org',
    });
    expect(read({ SMTP_URL: 'smtp://mail.example' }, true).smtp).toMatchObject({
      port: 587,
      requireTls: true,
      auth: null,
    });
  });
  it.each(['mail.example', 'http://mail.example', 'smtp://'])('%s is refused', (given) => {
    expect(read({ SMTP_URL: given }).problems).toEqual([expect.stringContaining('SMTP_URL must look like')]);
  });
  it('a sender that is no address is refused', () => {
    expect(read({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Tknest' }).problems).toEqual([
      'MAIL_FROM must be an email address',
    ]);
  });
});

it('nothing is sent to a server without TLS where TLS is asked for (production)', async () => {
  await wants('rTls');
  const plain = processOf();
  const { smtp: given } = settings(`smtp://127.0.0.1:${port}`);
  const strict = processOf(undefined, { smtp: { ...given!, requireTls: true } });
  const id = await happen(asked('rTls'), plain);
  await fire(strict);
  expect([received.length, await stateOf(id)]).toEqual([0, ['waiting']]);
});
