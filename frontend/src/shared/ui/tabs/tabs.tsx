import { Link } from 'react-router';
import style from './tabs.module.css';

/** Tabs of one subject, each with its own address. */
export function Tabs({
  label,
  current,
  items,
}: {
  label: string;
  current: string;
  items: readonly (readonly [to: string, label: string])[];
}) {
  return (
    <nav className={style.tabs} aria-label={label}>
      {items.map(([to, name]) => (
        <Link key={to} to={to} aria-current={to === current ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
