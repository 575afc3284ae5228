import type { NotificationKind } from '@tknest/contracts/api';
import type { EntityManager } from 'typeorm';
import type { NewEvent, Recorded, RecordedEvent } from '#platform/event-store/event-store.js';
import { toSequence } from '#platform/event-store/positions.js';
import { writeRows } from '#platform/projections/write-rows.js';

/** The most notices that one event may create: they are numbered consecutively within its position. */
export const NOTICES_A_POSITION = 8;
const STEP = BigInt(NOTICES_A_POSITION);

export type Audience = 'owner' | 'holders' | 'watchers' | 'admins' | 'compliance';
/** A notice that an event creates; fields that are left out are null. */
export interface Told {
  kind: NotificationKind;
  /** Defaults to the event's id. */
  notificationId?: string;
  /** The only reader, unless an audience is named. */
  owner: string;
  audience?: readonly Audience[];
  propertyId?: number | null;
  propertyName?: string | null;
  about?: string | null;
  amount?: string | null;
  missing?: string | null;
  /** The reader must act, until a later event closes this subject. */
  waitsFor?: string;
  until?: string | null;
  ref?: string | null;
  detail?: string | null;
  except?: string | null;
}

/**
 * The notices of a page of events. They are written at its end, with one statement per table: a rebuild would otherwise
 * query the database a dozen times for each payment. Everything comes from the log, so a rebuild gives the same rows.
 */
export class NoticePage {
  private readonly told = new Map<string, NewNotice>();
  /**
   * Changes to rows of earlier pages; applied in this order, the result is the same as applying them event by event.
   */
  private readonly removed = new Set<string>();
  private readonly takenBack = new Set<string>();
  private readonly closed = new Set<string>();
  private readonly known = new Map<string, object | null>();
  private readonly changed = new Map<string, object>();
  private readonly holders = new Map<string, { property_id: number; wallet: string; since: string }>();

  constructor(private readonly tx: EntityManager) {}

  /** Loads what was kept under these keys in one query. */
  async lookUp(keys: readonly string[]): Promise<void> {
    const missing = [...new Set(keys)].filter((key) => !this.known.has(key));
    if (missing.length === 0) return;
    const rows: { key: string; about: object }[] = await this.tx.query(
      'select key, about from notification_subjects where key = any($1)',
      [missing],
    );
    for (const key of missing) this.known.set(key, null);
    for (const { key, about } of rows) this.known.set(key, about);
  }

  /** What `keep` stored; null if nothing. */
  async kept<About>(key: string): Promise<About | null> {
    await this.lookUp([key]);
    const [before, now] = [this.known.get(key), this.changed.get(key)];
    return before || now ? ({ ...before, ...now } as About) : null;
  }

  /** Keeps data that a later event will need but not contain. */
  keep(key: string, about: object): void {
    this.changed.set(key, { ...this.changed.get(key), ...about });
  }

  tell(notice: NewNotice): void {
    if (!this.told.has(notice.notification_id)) this.told.set(notice.notification_id, notice);
  }

  /** The action for this subject is done; its notice stays in the list. */
  close(subject: string): void {
    this.closed.add(subject);
    for (const notice of this.of(subject)) notice.open = false;
  }

  /** The notice for this subject no longer applies and is removed. */
  remove(subject: string): void {
    this.removed.add(subject);
    for (const { notification_id } of this.of(subject)) this.told.delete(notification_id);
  }

  /** Removes a notice that turned out to be wrong. */
  takeBack(notificationId: string): void {
    this.takenBack.add(notificationId);
    this.told.delete(notificationId);
  }

  holds(propertyId: number, wallet: string, since: string): void {
    const key = `${propertyId} ${wallet}`;
    if (!this.holders.has(key)) this.holders.set(key, { property_id: propertyId, wallet, since });
  }

  async write(): Promise<void> {
    const { tx } = this;
    if (this.removed.size > 0) await tx.query('delete from notifications where subject = any($1)', [[...this.removed]]);
    if (this.takenBack.size > 0)
      await tx.query('delete from notifications where notification_id = any($1)', [[...this.takenBack]]);
    if (this.closed.size > 0)
      await tx.query('update notifications set open = false where subject = any($1) and open', [[...this.closed]]);
    await writeRows(
      tx,
      `insert into notifications (${COLUMNS}) select ${COLUMNS} from jsonb_populate_recordset(null::notifications, $1) r
        where not exists (select from notifications n where n.notification_id = r.notification_id)`,
      this.told.values(),
    );
    await writeRows(
      tx,
      `insert into notification_subjects (key, about) select key, about from jsonb_populate_recordset(null::notification_subjects, $1)
       on conflict (key) do update set about = notification_subjects.about || excluded.about`,
      [...this.changed].map(([key, about]) => ({ key, about })),
    );
    await writeRows(
      tx,
      `insert into property_holders (property_id, wallet, since)
       select property_id, wallet, since from jsonb_populate_recordset(null::property_holders, $1) on conflict do nothing`,
      this.holders.values(),
    );
  }

  private of(subject: string): NewNotice[] {
    return [...this.told.values()].filter((notice) => notice.subject === subject);
  }
}

const COLUMNS =
  'seq, notification_id, property_id, property_name, owner, audience, kind, at, date, about, amount, missing, subject, open, until, ref, detail, except_wallet';

/** A row of the table. */
interface NewNotice {
  seq: string;
  notification_id: string;
  property_id: number | null;
  property_name: string | null;
  owner: string;
  audience: Audience[];
  kind: NotificationKind;
  at: string;
  date: string;
  about: string | null;
  amount: string | null;
  missing: string | null;
  subject: string | null;
  open: boolean;
  until: string | null;
  ref: string | null;
  detail: string | null;
  except_wallet: string | null;
}

/** Records the notifications of one event, on its page. */
export class NoticeBook {
  private told = 0n;

  constructor(
    readonly page: NoticePage,
    readonly event: RecordedEvent,
  ) {}

  /** The first `seq` of the event's notices. */
  get seq(): string {
    return String(BigInt(toSequence(this.event.position)) * STEP);
  }

  /** Writes the notice once: a notice with the same id is not written again. */
  tell(told: Told): void {
    const { notificationId, audience = ['owner'], propertyId = null, propertyName = null, about = null } = told;
    const { amount = null, missing = null, waitsFor = null, until = null, ref = null, detail = null } = told;
    const seq = String(BigInt(this.seq) + this.told);
    const notification_id = notificationId ?? (this.told === 0n ? this.event.id : `${this.event.id}/${this.told}`);
    if (++this.told > STEP) throw new RangeError(`${this.event.type} tells more than ${STEP}`);
    this.page.tell({
      seq,
      notification_id,
      property_id: propertyId,
      property_name: propertyName,
      owner: told.owner,
      audience: [...audience],
      kind: told.kind,
      at: this.event.at,
      date: this.event.metadata.businessDate,
      about,
      amount,
      missing,
      until,
      ref,
      detail,
      subject: waitsFor,
      open: waitsFor !== null,
      except_wallet: told.except ?? null,
    });
  }

  async nameOf(propertyId: number | null): Promise<string | null> {
    return (propertyId && (await this.page.kept<{ name: string }>(`property/${propertyId}`))?.name) || null;
  }

  holds(propertyId: number, wallet: string): void {
    this.page.holds(propertyId, wallet, this.seq);
  }
}

/** Who is notified of what, for some types of events. */
export interface Teller<Fact extends NewEvent = NewEvent<string, any>> {
  events: readonly Fact['type'][];
  tell(fact: Recorded<Fact>, book: NoticeBook): Promise<void> | void;
  /** The keys of kept data that it will need, if there are many, so that they can be looked up together. */
  asksFor?(fact: Recorded<Fact>): string[];
}
