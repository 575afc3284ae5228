import { Inject, Injectable } from '@nestjs/common';
import type { NotificationView, NoticeTopic, UnreadView } from '@tknest/contracts/api';
import { dayAt } from '@tknest/contracts/money';
import { NOTICES } from '@tknest/contracts/rules';
import { DataSource } from 'typeorm';
import type { Session } from '#platform/sessions/session.js';
import type { NotificationRow } from './read-models/notifications/notification.entities.js';
import { NOTICES_A_POSITION } from './read-models/notifications/notice-book.js';
import { NotificationState } from './notification-state.js';
import { kindsOf, MONEY_KINDS, WORDS, type Reader } from './words/index.js';

export type OwnRow = NotificationRow & { read: boolean };
export interface Wanted {
  show?: 'all' | 'needs-you' | 'money' | '';
  ids?: readonly string[];
  before: string;
  limit: number;
  /** Whether to include topics that are turned off in the list. */
  evenHidden?: boolean;
}
type Asker = Pick<Session, 'wallet' | 'role'>;

/**
 * The reader must act: the office, or the person it is about. Holders also see notices on which only the landlord must
 * act.
 */
const NEEDS = `(n.open and n.owner in ($1, ''))`;
const COLUMNS = `n.seq, n.notification_id as "notificationId", n.property_id as "propertyId", n.property_name as "propertyName", n.owner,
  n.kind, n.at, n.date, n.about, n.amount, n.missing, ${NEEDS} as open, n.until, n.ref, n.detail`;
/** Each branch uses an index that ends in `seq`, and returns no more rows than requested. */
const visible = (rows: string) => `select * from (
    (select n.* from notifications n where n.owner = $1 and 'owner' = any(n.audience) and ${rows})
    union
    (select n.* from property_holders h join notifications n on n.property_id = h.property_id and n.seq > h.since
     where h.wallet = $1 and 'holders' = any(n.audience) and ${rows})
    union
    (select n.* from platform.watched_properties w join notifications n on n.property_id = w.property_id and n.seq > w.since
     where w.wallet = $1 and 'watchers' = any(n.audience) and ${rows})
    union
    (select n.* from notifications n where n.audience && array['admins', 'compliance'] and n.audience && $2::text[]
       and n.except_wallet is distinct from $1 and ${rows})) own`;
/** From this `seq` on, notices are marked as read one by one. */
const UNREAD_FROM = `(1 + coalesce((select read_to from platform.notification_people where wallet = $1), 0)) * ${NOTICES_A_POSITION}`;
const UNREAD = `(n.seq >= ${UNREAD_FROM} and not exists (
    select from platform.notification_reads r where r.wallet = $1 and r.notification_id = n.notification_id))`;

/** The notices of one person: as a landlord, as a holder of tokens, as somebody who watches, for the office. */
@Injectable()
export class OwnNotices {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    private readonly state: NotificationState,
  ) {}

  /** Newest first. */
  async list(asker: Asker, { show, ids, before, limit, evenHidden = false }: Wanted): Promise<OwnRow[]> {
    const hidden = evenHidden ? [] : await this.hidden(asker);
    const rows = `n.seq < $3 and (${NEEDS} or n.kind <> all($4)) and ($5 = '' or ($5 = 'needs-you' and ${NEEDS})
      or ($5 = 'money' and n.kind = any($6))) and ($7::text[] is null or n.notification_id = any($7))
      order by n.seq desc limit $8`;
    const tab = show === 'all' ? '' : (show ?? '');
    return this.db.query<OwnRow[]>(
      `select ${COLUMNS}, not ${UNREAD} as read from (${visible(rows)}) n order by n.seq desc limit $8`,
      [asker.wallet, audiencesOf(asker.role), before, hidden, tab, MONEY_KINDS, ids ?? null, limit],
    );
  }

  /** Counts up to `NOTICES.countMax`. */
  async unread(asker: Asker): Promise<UnreadView> {
    const hidden = await this.hidden(asker);
    const unread = visible(`(${NEEDS} or n.kind <> all($3)) and ${UNREAD} order by n.seq desc limit $4`);
    const waiting = visible(`${NEEDS} order by n.seq desc limit $4`);
    const [row] = await this.db.query<[UnreadView]>(
      `select (select least(count(*), $4)::int from (${unread}) u) as unread,
              (select least(count(*), $4)::int from (${waiting}) w) as "needsYou"`,
      [asker.wallet, audiencesOf(asker.role), hidden, NOTICES.countMax],
    );
    return row;
  }

  /** The log position of the newest notification, or of one by its id; 0 if there is none. */
  async newest(asker: Asker, id: string | null = null): Promise<string> {
    const [row] = await this.db.query<[{ position: string }]>(
      `select coalesce(max(seq) / ${NOTICES_A_POSITION}, 0)::text as position
       from (${visible('($3::text is null or n.notification_id = $3) order by n.seq desc limit 1')}) n`,
      [asker.wallet, audiencesOf(asker.role), id],
    );
    return row.position;
  }

  private async hidden({ wallet }: Asker): Promise<string[]> {
    const wishes = await this.state.wishesOf(wallet);
    return kindsOf((Object.keys(wishes) as NoticeTopic[]).filter((topic) => !wishes[topic].show));
  }
}

/** The audiences whose notices a role sees besides its own. */
const audiencesOf = (role: string): string[] =>
  role === 'admin' ? ['admins', 'compliance'] : role === 'compliance' ? ['compliance'] : [];

/** A notice as its reader sees it. */
export const viewOf = (row: OwnRow, reader: Reader): NotificationView => {
  const kind = row.kind as NotificationView['kind'];
  const { topic, title, text, link } = WORDS[kind];
  return {
    id: row.notificationId,
    at: row.at,
    kind,
    topic,
    propertyId: row.propertyId,
    propertyName: row.propertyName,
    title: title(row),
    text: text(row),
    link: link(row, reader),
    read: row.read,
    needsYou: row.open,
    until: row.until,
    ...(row.date !== dayAt(new Date(row.at)) && { date: row.date }),
  };
};
