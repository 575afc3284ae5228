import { IconDots } from '@tabler/icons-react';
import { NavLink } from 'react-router';
import { prefetch } from '../pages';
import type { View } from '../use-view';
import { tabsOf, type Group } from './navigation';

/** The bottom bar of phones: four destinations, and the sheet with the rest. */
export function TabBar({ groups, view, onMore }: { groups: readonly Group[]; view: View; onMore(): void }) {
  return (
    <nav className="tabbar" aria-label="Destinations">
      {tabsOf(groups).map(({ to, short, Icon }) => (
        <NavLink key={to} to={to} end onFocus={() => prefetch(to, view)}>
          <Icon aria-hidden />
          {short}
        </NavLink>
      ))}
      <button type="button" aria-haspopup="dialog" onClick={onMore}>
        <IconDots aria-hidden />
        More
      </button>
    </nav>
  );
}
