import type { NotificationKind } from '@tknest/contracts/api';
import type { EntityManager } from 'typeorm';
import type { RecordedEvent } from '../../../../platform/event-store/event-store.js';
import { toSequence } from '../../../../platform/event-store/positions.js';
import { NotificationRow } from './notification.entities.js';

/** A fact may tell up to so many: the same position, one after the other. */
export const NOTICES_A_POSITION = 8;
const STEP = BigInt(NOTICES_A_POSITION);

export type Audience = 'owner' | 'holders' | 'admins' | 'compliance';
/** A notice as a fact tells it; what is left out is null. */
export interface Told {
  kind: NotificationKind;
  /** The fact's own id where it is left out. */
  noticeId?: string;
  /** Alone, where no audience is named. */
  owner: string;
  audience?: readonly Audience[];
  propertyId?: number | null;
  propertyName?: string | null;
  about?: string | null;
  amount?: string | null;
  missing?: string | null;
  /** Something has to be done, until a later fact closes this subject. */
  waitsFor?: string;
  until?: string | null;
  ref?: string | null;
  detail?: string | null;
  except?: string | null;
}

/** Writes notices of one fact. Everything comes from the log, so that a rebuild gives the same rows. */
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

  /** Tells it, once: a notice of the same id is not told again. */
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

  /** What waited for this is done; its notice stays in the list. */
  async close(subject: string): Promise<void> {
    await this.tx.query('update notifications set open = false where subject = $1 and open', [subject]);
  }

  /** What waited for this says nothing any more. */
  async remove(subject: string): Promise<void> {
    await this.tx.query('delete from notifications where subject = $1', [subject]);
  }

  /** What was told has turned out to be wrong. */
  async takeBack(noticeId: string): Promise<void> {
    await this.tx.delete(NotificationRow, { noticeId });
  }

  /** Keeps what a later fact will leave out. */
  async keep(key: string, about: object): Promise<void> {
    await this.tx.query(
      `insert into notice_subjects (key, about) values ($1, $2)
       on conflict (key) do update set about = notice_subjects.about || excluded.about`,
      [key, JSON.stringify(about)],
    );
  }

  /** What was kept; null where nothing was. */
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
