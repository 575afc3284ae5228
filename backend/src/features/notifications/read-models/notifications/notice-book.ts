import type { NotificationKind } from '@tknest/contracts/api';
import type { EntityManager } from 'typeorm';
import type { RecordedEvent } from '../../../../platform/event-store/event-store.js';
import { toSequence } from '../../../../platform/event-store/positions.js';
import { NotificationRow } from './notification.entities.js';

/** The most notices that one fact may create: their numbers follow each other at its position. */
export const NOTICES_A_POSITION = 8;
const STEP = BigInt(NOTICES_A_POSITION);

export type Audience = 'owner' | 'holders' | 'admins' | 'compliance';
/** A notice that a fact creates; fields that are left out are null. */
export interface Told {
  kind: NotificationKind;
  /** Defaults to the fact's own id. */
  noticeId?: string;
  /** The only reader, unless an audience is named. */
  owner: string;
  audience?: readonly Audience[];
  propertyId?: number | null;
  propertyName?: string | null;
  about?: string | null;
  amount?: string | null;
  missing?: string | null;
  /** The reader must act, until a later fact closes this subject. */
  waitsFor?: string;
  until?: string | null;
  ref?: string | null;
  detail?: string | null;
  except?: string | null;
}

/** Writes the notices of one fact, from the log alone, so that a rebuild gives the same rows. */
export class NoticeBook {
  private told = 0n;

  constructor(
    private readonly tx: EntityManager,
    readonly event: RecordedEvent,
  ) {}

  /** The place of the fact among the notices. */
  get seq(): string {
    return String(BigInt(toSequence(this.event.position)) * STEP);
  }

  /** Writes the notice once: a notice with the same id is not written again. */
  async tell({ noticeId, waitsFor, except, audience = ['owner'], ...told }: Told): Promise<void> {
    const id = noticeId ?? (this.told === 0n ? this.event.id : `${this.event.id}/${this.told}`);
    const seq = String(BigInt(this.seq) + this.told++);
    if (this.told > STEP) throw new RangeError(`${this.event.type} tells more than ${STEP}`);
    if (await this.tx.getRepository(NotificationRow).existsBy({ noticeId: id })) return;
    await this.tx.insert(NotificationRow, {
      ...nothing,
      ...told,
      seq,
      noticeId: id,
      audience: [...audience],
      at: this.event.at,
      subject: waitsFor ?? null,
      open: waitsFor !== undefined,
      exceptWallet: except ?? null,
    });
  }

  /** The action for this subject is done; its notice stays in the list. */
  async close(subject: string): Promise<void> {
    await this.tx.query('update notifications set open = false where subject = $1 and open', [subject]);
  }

  /** The notice for this subject has become meaningless and is removed. */
  async remove(subject: string): Promise<void> {
    await this.tx.query('delete from notifications where subject = $1', [subject]);
  }

  /** Removes a notice that turned out to be wrong. */
  async takeBack(noticeId: string): Promise<void> {
    await this.tx.delete(NotificationRow, { noticeId });
  }

  /** Keeps data that a later fact will need but not contain. */
  async keep(key: string, about: object): Promise<void> {
    await this.tx.query(
      `insert into notice_subjects (key, about) values ($1, $2)
       on conflict (key) do update set about = notice_subjects.about || excluded.about`,
      [key, JSON.stringify(about)],
    );
  }

  /** What `keep` stored; null if nothing. */
  async kept<About>(key: string): Promise<About | null> {
    const [row] = await this.tx.query<{ about: About }[]>('select about from notice_subjects where key = $1', [key]);
    return row?.about ?? null;
  }

  async nameOf(propertyId: number | null): Promise<string | null> {
    return (propertyId && (await this.kept<{ name: string }>(`property/${propertyId}`))?.name) || null;
  }

  async holds(propertyId: number, wallet: string): Promise<void> {
    await this.tx.query(
      'insert into property_holders (property_id, wallet, since) values ($1, $2, $3) on conflict do nothing',
      [propertyId, wallet, this.seq],
    );
  }
}

const nothing = {
  propertyId: null,
  propertyName: null,
  about: null,
  amount: null,
  missing: null,
  until: null,
  ref: null,
  detail: null,
};

/** What some facts tell whom. */
export interface Teller {
  events: readonly string[];
  tell(event: RecordedEvent, book: NoticeBook): Promise<void>;
}
