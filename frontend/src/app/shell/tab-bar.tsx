import { IconDots } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useMenuEntry } from '../page-handle';
import { isHere, tabsOf, type Group } from './navigation';
import { Waits } from './waits';

/** The bottom bar of phones: four destinations, and the sheet with the rest. */
export function TabBar({ groups, onMore }: { groups: readonly Group[]; onMore(): void }) {
  const page = useMenuEntry();
  return (
    <nav className="tabbar" aria-label="Destinations">
      {tabsOf(groups).map((tab) => (
        <Link key={tab.to} to={tab.to} aria-current={isHere(tab, page) ? 'page' : undefined}>
          <tab.Icon aria-hidden />
          {tab.short}
          <Waits of={tab} />
        </Link>
      ))}
      <button type="button" aria-haspopup="dialog" onClick={onMore}>
        <IconDots aria-hidden />
        More
      </button>
    </nav>
  );
}
