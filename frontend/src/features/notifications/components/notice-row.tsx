import type { NotificationView } from '@tknest/contracts/api';
import type { Ref } from 'react';
import { Link } from 'react-router';
import { businessDay, dayAndTime } from '../../../shared/format/time';
import { lookOf, titleOf } from '../kinds';
import style from './notice-row.module.css';

/** A notification in one line: dot, icon, text, time, and its link. */
export function NoticeRow({
  notice,
  time,
  seen,
  onOpen,
}: {
  notice: NotificationView;
  time: string;
  seen: Ref<HTMLLIElement> | undefined;
  onOpen(): void;
}) {
  const { Icon, tone, go } = lookOf(notice);
  const title = titleOf(notice);
  return (
    <li ref={seen} className={`${style.row} ${notice.read ? '' : style.unread}`}>
      <span className={style.dot} aria-hidden />
      <Icon className={style.icon} style={{ color: `var(--${tone})` }} size={22} stroke={1.7} aria-hidden />
      <div className={style.words}>
        <h3 className={style.title}>
          {!notice.read && <span className="sr-only">Unread: </span>}
          {title}
        </h3>
        <p className="small dim">{notice.text}</p>
      </div>
      <div className={style.end}>
        <time className="small dim" dateTime={notice.at} title={dayAndTime(notice.at)}>
          {notice.date ? businessDay(notice.date) : time}
        </time>
        <Link className={`small ${style.link}`} to={notice.link} onClick={onOpen} aria-label={`${go}: ${title}`}>
          {go}
        </Link>
      </div>
    </li>
  );
}
