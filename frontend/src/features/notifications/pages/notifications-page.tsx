import type { NoticeView, NotificationView } from '@tknest/contracts/api';
import { NOTICE_VIEWS } from '@tknest/contracts/rules';
import { IconCheck, IconSettings } from '@tabler/icons-react';
import { useCallback, useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '../../../shared/api/problem';
import { rowsOf } from '../../../shared/api/paging';
import { useShown } from '../../../shared/api/use-shown';
import { useToday } from '../../../shared/calendar/use-today';
import { lazyPart } from '../../../shared/lazy-part';
import { countInWords, useUnreadQuery } from '../../../shared/notices/api';
import { useAppDispatch } from '../../../shared/store/store';
import { Button } from '../../../shared/ui/button/button';
import { More } from '../../../shared/ui/pager/more';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { Tabs } from '../../../shared/ui/tabs/tabs';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useNow } from '../../../shared/use-now';
import { PageHead } from '../../../shared/page-head';
import { useMarkReadMutation, useNotificationsInfiniteQuery } from '../api';
import { NoticeRow } from '../components/notice-row';
import { useSeen } from '../use-seen';
import { grouped, shortTime } from '../when';
import style from './notifications-page.module.css';

const Preferences = lazyPart(() => import('../components/preferences'));
const MINUTE_MS = 60_000;
const PATH = '/notifications';

const EMPTY: Record<NoticeView, string> = {
  all: 'News about your payments, properties and verification appears here.',
  'needs-you': 'You have nothing to do.',
  money: 'Payments, rent and repayments appear here.',
};

/** The user's notifications by day, unread ones with a dot and in bold, each with its link. */
export default function NotificationsPage() {
  const [params] = useSearchParams();
  const show = NOTICE_VIEWS.find((view) => view === params.get('show')) ?? 'all';
  const query = useNotificationsInfiniteQuery(show, { refetchOnMountOrArgChange: true });
  const list = useShown(query);
  const { data: counts } = useUnreadQuery();
  const [asking, setAsking] = useState(false);
  const close = useCallback(() => setAsking(false), []);
  const { read, readAll, readingAll } = useReading();
  const unread = counts?.unread ?? 0;
  const needs = counts?.needsYou ?? 0;
  const tabs = [
    [PATH, 'All'],
    [`${PATH}?show=needs-you`, needs > 0 ? `Needs you, ${countInWords(needs)}` : 'Needs you'],
    [`${PATH}?show=money`, 'Money'],
  ] as const;
  return (
    <div className={style.column}>
      <PageHead title="Notifications" text={unread > 0 ? `${countInWords(unread)} unread` : 'Nothing unread'}>
        <Button
          size="sm"
          icon={<IconCheck size={16} aria-hidden />}
          unavailable={unread === 0}
          busy={readingAll}
          onClick={() => void readAll(show === 'all' ? list.data && rowsOf(list.data)[0]?.id : undefined)}
        >
          Mark all as read
        </Button>
        <Button size="sm" icon={<IconSettings size={16} aria-hidden />} onClick={() => setAsking(true)}>
          Notification settings
        </Button>
      </PageHead>
      <Tabs label="Notifications" current={tabs[NOTICE_VIEWS.indexOf(show)]![0]} items={tabs} />
      <Shown
        of={list}
        what="Your notifications"
        skeleton={<Skeleton height={280} />}
        empty={[(data) => rowsOf(data).length === 0, <Empty key="none" title="No notifications" text={EMPTY[show]} />]}
      >
        {(data) => <Groups rows={rowsOf(data)} onRead={read} />}
      </Shown>
      <More query={query} />
      {asking && <Preferences onClose={close} />}
    </div>
  );
}

function Groups({ rows, onRead }: { rows: NotificationView[]; onRead(ids: string[]): void }) {
  const now = useNow(MINUTE_MS);
  const today = useToday();
  const seen = useSeen(onRead);
  const id = useId();
  return grouped(rows, now, today).map(([group, own]) => (
    <section key={group} className={style.group} aria-labelledby={`${id}-${group}`}>
      <h2 id={`${id}-${group}`}>{group}</h2>
      <ul className={`card ${style.list}`}>
        {own.map((notice) => (
          <NoticeRow
            key={notice.id}
            notice={notice}
            time={shortTime(notice.at, group)}
            seen={notice.read ? undefined : seen(notice.id)}
            onOpen={() => !notice.read && onRead([notice.id])}
          />
        ))}
      </ul>
    </section>
  ));
}

/**
 * A notification that could not be marked as read is marked when it is visible again; only "Mark all as read" reports a
 * failure.
 */
function useReading() {
  const [mark] = useMarkReadMutation();
  const [markAll, { isLoading: readingAll }] = useMarkReadMutation();
  const dispatch = useAppDispatch();
  const readAll = async (through?: string) => {
    const { error } = await markAll({ all: true, through });
    if (error)
      dispatch(
        showToast({
          title: 'Not marked as read',
          text: messageOf(error, 'The server is not responding.'),
          tone: 'bad',
        }),
      );
  };
  return { read: (ids: string[]) => void mark({ ids }), readAll, readingAll };
}
