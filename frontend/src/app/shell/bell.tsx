import { IconBell } from '@tabler/icons-react';
import { Link } from 'react-router';
import { countInWords, useUnreadQuery } from '../../shared/notices/api';

/** Links to the notifications; a dot shows that some are unread, the accessible name how many. */
export function Bell() {
  const { data } = useUnreadQuery();
  const unread = data?.unread ?? 0;
  return (
    <Link
      to="/notifications"
      className="icon-button bell"
      aria-label={unread > 0 ? `Notifications, ${countInWords(unread)} unread` : 'Notifications'}
    >
      <IconBell size={20} stroke={1.7} aria-hidden />
      {unread > 0 && <span className="bell-dot" aria-hidden />}
    </Link>
  );
}
