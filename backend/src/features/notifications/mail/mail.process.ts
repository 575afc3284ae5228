import { Inject, Injectable, Logger } from '@nestjs/common';
import type { NotificationKind } from '@tknest/contracts/api';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { TryAgainLater } from '#platform/domain/try-again-later.js';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { toSequence } from '#platform/event-store/positions.js';
import type { ProcessContext, ProcessManager, Timer } from '#platform/processes/process-manager.js';
import { ReadModels } from '#platform/projections/read-models.js';
import { Addresses } from '#features/identity/module.public.js';
import { OwnNotices } from '../own-notices.js';
import { NotificationRow } from '../read-models/notifications/notification.entities.js';
import { NOTICES_A_POSITION } from '../read-models/notifications/notice-book.js';
import { notificationsProjection } from '../read-models/notifications/notifications.projection.js';
import { NotificationState } from '../notification-state.js';
import { WORDS } from '../words/index.js';
import { letterOf } from './letter.js';
import { MailBox } from './mail-box.js';
import { Mailer } from './mailer.js';

const MINUTE_MS = 60_000;
/** Pauses between attempts; the last one repeats. */
const PAUSES_MS = [1, 5, 15, 60].map((minutes) => minutes * MINUTE_MS);
/** A mail that was not delivered within a day is out of date. The notification is still in the list. */
const OUT_OF_DATE_AFTER_MS = 24 * 60 * MINUTE_MS;

interface Addressee {
  notificationId: string;
  wallet: string;
}

/**
 * Mails notifications to users who asked for them, at most once each: a mail is marked before it is handed to the
 * server, and one that may have been accepted is not sent again.
 */
@Injectable()
export class MailProcess implements ProcessManager {
  readonly name = 'notification-mail';
  readonly events = notificationsProjection.events;
  private readonly log = new Logger('Mail');
  private readonly mailer: Mailer | null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DataSource) private readonly db: DataSource,
    private readonly readModels: ReadModels,
    private readonly notices: OwnNotices,
    private readonly state: NotificationState,
    private readonly addresses: Addresses,
    private readonly box: MailBox,
  ) {
    this.mailer = config.smtp && new Mailer(config.smtp);
  }

  lane(event: RecordedEvent): string {
    return event.id;
  }

  /** The read model has the recipients once it has processed the event. */
  async handle({ position, at: recordedAt }: RecordedEvent, context: ProcessContext): Promise<void> {
    const at = toSequence(position);
    if (!this.mailer || this.isOutOfDate(recordedAt)) return;
    if (!(await this.readModels.waitFor(position, [notificationsProjection.name])))
      throw new TryAgainLater('The notifications have not reached this event yet');
    for (const row of await this.toldAt(at))
      for (const wallet of await this.wantedBy(row)) {
        await this.box.put(row.notificationId, wallet, this.clock.now());
        await this.schedule({ notificationId: row.notificationId, wallet }, 0, context);
      }
  }

  async onTimer({ payload }: Timer, context: ProcessContext): Promise<void> {
    const { notificationId, wallet } = payload as Addressee;
    const taken = this.mailer && (await this.box.take(notificationId, wallet));
    if (!taken) return;
    const conclude = (state: Parameters<MailBox['conclude']>[2], reason: string | null) =>
      this.box.conclude(notificationId, wallet, state, reason);
    const letter = await this.letter(notificationId, wallet).catch(async (error: unknown) => {
      // Nothing was handed over: it waits until the server is available.
      await conclude('waiting', null);
      throw error;
    });
    if (!letter) return conclude('skipped', null);
    const { outcome, reason } = await this.mailer.send(letter);
    if (outcome === 'sent' || outcome === 'unsure') return conclude(outcome, reason);
    if (outcome === 'refused' || this.isOutOfDate(taken.since)) {
      this.log.warn({ notificationId, reason }, 'A mail could not be sent');
      return conclude('failed', reason);
    }
    await conclude('waiting', reason);
    await this.schedule(
      { notificationId, wallet },
      PAUSES_MS[Math.min(taken.attempts, PAUSES_MS.length) - 1]!,
      context,
    );
  }

  private isOutOfDate(since: Date | string): boolean {
    return this.clock.now().getTime() - new Date(since).getTime() > OUT_OF_DATE_AFTER_MS;
  }

  private schedule({ notificationId, wallet }: Addressee, waitMs: number, { schedule }: ProcessContext): Promise<void> {
    const dueAt = new Date(this.clock.now().getTime() + waitMs);
    return schedule({ key: `mail/${notificationId}/${wallet}`, dueAt, payload: { notificationId, wallet } });
  }

  private toldAt(position: number): Promise<NotificationRow[]> {
    const first = position * NOTICES_A_POSITION;
    return this.db
      .createQueryBuilder(NotificationRow, 'n')
      .where('n.seq >= :first and n.seq < :end', { first, end: first + NOTICES_A_POSITION })
      .orderBy('n.seq')
      .getMany();
  }

  private async wantedBy(row: NotificationRow): Promise<string[]> {
    const { audience, owner, exceptWallet, propertyId, seq } = row;
    const wallets = new Set<string>(audience.includes('owner') ? [owner] : []);
    if (audience.includes('holders'))
      for (const { wallet } of await this.db.query<{ wallet: string }[]>(
        'select wallet from property_holders where property_id = $1 and since < $2',
        [propertyId, seq],
      ))
        wallets.add(wallet);
    if (audience.includes('watchers'))
      for (const wallet of await this.state.watchersOf(propertyId!, seq)) wallets.add(wallet);
    const { adminWallets, complianceWallets } = this.config;
    if (audience.includes('admins') || audience.includes('compliance')) adminWallets.forEach((one) => wallets.add(one));
    if (audience.includes('compliance')) complianceWallets.forEach((one) => wallets.add(one));
    if (exceptWallet) wallets.delete(exceptWallet);
    return this.box.wanting(WORDS[row.kind as NotificationKind].topic, [...wallets]);
  }

  /** Null if the notification is gone or was read, or its reader has no email address. */
  private async letter(notificationId: string, wallet: string) {
    const { adminWallets, complianceWallets, publicUrl } = this.config;
    const role = adminWallets.has(wallet) ? 'admin' : complianceWallets.has(wallet) ? 'compliance' : 'investor';
    const wanted = { ids: [notificationId], before: LAST, limit: 1, evenHidden: true };
    const [row] = await this.notices.list({ wallet, role }, wanted);
    if (!row || row.read) return null;
    const to = await this.addresses.emailOf(wallet);
    if (!to) return null;
    const messageId = `${notificationId}.${wallet}`.replaceAll(/[^\w.-]/g, '.');
    return { to, ...letterOf(row, { wallet, role }, publicUrl), messageId };
  }
}

/** Greater than the `seq` of every row. */
const LAST = '9223372036854775807';
