import '@fontsource-variable/geist-mono';
import { IconDots, IconShieldLock, IconSparkles } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { useSessionQuery } from '../../features/access/api';
import { SignOutButton } from '../../features/access/components/sign-out-button';
import { PaymentPill } from '../../features/payments/components/payment-pill';
import { ButtonLink } from '../../shared/ui/button/button';
import { WalletText } from '../../shared/ui/copyable/copyable';
import { Skeleton } from '../../shared/ui/states/states';
import { useLiveFeed } from '../live-feed';
import { useView, type View } from '../use-view';
import { menuOf, tabsOf, type Group } from './navigation';
import { SchemeSwitch } from './scheme-switch';
import { Wordmark } from './wordmark';
import './shell.css';

/** The frame around every page of somebody who is signed in. */
export function Shell() {
  const { data: session } = useSessionQuery();
  const view = useView();
  const { pathname } = useLocation();
  useLiveFeed();
  const role = session?.userRole ?? 'investor';
  const groups = menuOf(role, view);
  const wide = pathname.startsWith('/admin') || pathname.startsWith('/audit');
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(() => {
    // After a navigation the reader begins at the new page, not in the menu.
    if (!first.current) main.current?.focus({ preventScroll: true });
    first.current = false;
    window.scrollTo({ top: 0 });
  }, [pathname]);
  return (
    <div className="shell">
      <a className="skip" href="#main">Skip to content</a>
      <header className="topbar">
        <Wordmark />
        {role === 'admin' || role === 'auditor' ? <RolePill role={role} /> : <RoleSwitch view={view} />}
        <div className="topbar-end">
          <ButtonLink to="/ai-recommendations" size="sm" className="from-1024" icon={<IconSparkles size={16} aria-hidden />}>AI Insights</ButtonLink>
          <ButtonLink to="/admin" size="sm" className="from-1024" icon={<IconShieldLock size={16} aria-hidden />}>Admin</ButtonLink>
          <span className="chip">
            <span className="dot" aria-hidden />
            <WalletText wallet={session?.walletAddress ?? null} />
          </span>
        </div>
      </header>
      <nav className="sidebar" aria-label="Main">
        <Menu groups={groups} />
        <div className="sidebar-foot">
          <SchemeSwitch />
          <SignOutButton />
        </div>
      </nav>
      <main id="main" ref={main} tabIndex={-1} className={`content ${wide ? 'content-wide' : ''}`} style={{ outline: 'none' }}>
        <Suspense fallback={<div className="stack"><Skeleton height={40} width={260} /><Skeleton height={180} /><Skeleton height={280} /></div>}>
          <Outlet />
        </Suspense>
      </main>
      <TabBar groups={groups} view={view} role={role} />
      <PaymentPill />
    </div>
  );
}

function RoleSwitch({ view }: { view: View }) {
  return (
    <nav className="switch" aria-label="View">
      <Link to="/?role=landlord" aria-current={view === 'landlord'}>Landlord</Link>
      <Link to="/?role=investor" aria-current={view === 'investor'}>Rent Recipient</Link>
    </nav>
  );
}

const RolePill = ({ role }: { role: 'admin' | 'auditor' }) => <span className="pill pill-off" style={{ paddingLeft: 9 }}>{role === 'admin' ? 'Administration' : 'Read-only'}</span>;

function Menu({ groups }: { groups: readonly Group[] }) {
  return groups.map(({ title, items }) => (
    <div key={title}>
      <h2>{title}</h2>
      <ul>
        {items.map(({ to, label, Icon }) => (
          <li key={to}>
            <NavLink to={to} end>
              <Icon aria-hidden />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  ));
}

function TabBar({ groups, view, role }: { groups: readonly Group[]; view: View; role: string }) {
  const [open, setOpen] = useState(false);
  const sheet = useRef<HTMLDialogElement>(null);
  const { pathname, search } = useLocation();
  useEffect(() => setOpen(false), [pathname, search]);
  useEffect(() => {
    if (open) sheet.current?.showModal();
    else sheet.current?.close();
  }, [open]);
  return (
    <nav className="tabbar" aria-label="Destinations">
      {tabsOf(groups).map(({ to, short, Icon }) => (
        <NavLink key={to} to={to} end>
          <Icon aria-hidden />
          {short}
        </NavLink>
      ))}
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <IconDots aria-hidden />
        More
      </button>
      <dialog ref={sheet} className="sheet" aria-label="More destinations" onClose={() => setOpen(false)}>
        <div className="between"><h2>More</h2><button type="button" className="btn btn-default btn-sm" onClick={() => setOpen(false)}>Close</button></div>
        {role !== 'admin' && role !== 'auditor' && <p><Link to={view === 'landlord' ? '/?role=investor' : '/?role=landlord'}>Switch to {view === 'landlord' ? 'Rent Recipient' : 'Landlord'} view</Link></p>}
        {groups.flatMap(({ items }) => items).map(({ to, label, Icon }) => (
          <Link key={to} to={to}><Icon aria-hidden />{label}</Link>
        ))}
        <div className="stack" style={{ marginTop: 12 }}><SchemeSwitch /><SignOutButton /></div>
      </dialog>
    </nav>
  );
}
