import { IconMenu2, IconSearch, IconShieldLock, IconSparkles } from '@tabler/icons-react';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { useZone } from '../../shared/format/zone';
import { useLedgerQuery, usePlatformConfigQuery, useSessionQuery } from '../../shared/session/api';
import { usePolling } from '../../shared/attention/use-attended';
import { can } from '../../shared/session/can';
import { PaymentPill } from '../../shared/payments/components/payment-pill';
import { count } from '../../shared/format/format';
import { lazyPart } from '../../shared/lazy-part';
import { CalendarChip } from '../../shared/ui/calendar-note/calendar-note';
import { ButtonLink } from '../../shared/ui/button/button';
import { COMMAND_K, Keys } from '../shortcuts/keys';
import { FeedPaused, PageWaiting } from '../../shared/ui/states/states';
import { useLiveFeed } from '../live-feed';
import { useCurrentPage, useMenuEntry } from '../page-handle';
import { useShortcuts } from '../shortcuts/use-shortcuts';
import { useView, type View, useKeepView } from '../use-view';
import { AccountChip } from './account-chip';
import { Bell } from './bell';
import { isHere, menuOf, withDesk, type Group } from './navigation';
import { TabBar } from './tab-bar';
import { useSamePlace } from './use-same-place';
import { Waits } from './waits';
import { Wordmark } from '../../shared/ui/wordmark/wordmark';
import '../../shared/ui/status-pill/status-pill.css';
import './shell.css';

const loadPalette = () => import('../palette/palette');
const Palette = lazyPart(loadPalette);
/** Loaded when the browser is idle after the page, so that text typed right after Ctrl K is not lost. */
const PALETTE_AFTER_MS = 2_000;
const MoreSheet = lazyPart(() => import('./more-sheet'));
const ShortcutList = lazyPart(() => import('../shortcuts/shortcut-list'));
const SessionsDialog = lazyPart(() => import('./sessions-dialog'));
const LEDGER_MS = 15_000;

const BUTTONS = [
  ['/ai-recommendations', 'AI Insights', IconSparkles],
  ['/admin', 'Admin', IconShieldLock],
] as const;
const PILLS = { admin: 'Administration', auditor: 'Read-only', compliance: 'Compliance' };

/** The frame around every page of a signed-in user. */
export function Shell() {
  const { data: session } = useSessionQuery();
  const view = useView();
  useKeepView();
  const zone = useZone();
  const { pathname } = useLocation();
  const connected = useLiveFeed(`${session?.walletAddress} ${session?.userRole}`);
  const [open, setOpen] = useState<'palette' | 'shortcuts' | 'more' | 'sessions' | null>(null);
  const [sought, seek] = useState('');
  const close = useCallback(() => {
    setOpen(null);
    seek('');
  }, []);
  const addTyped = useCallback((key: string) => seek((before) => before + key), []);
  const showPalette = useCallback(() => setOpen('palette'), []);
  const showShortcuts = useCallback(() => setOpen('shortcuts'), []);
  const showMore = useCallback(() => setOpen('more'), []);
  const showSessions = useCallback(() => setOpen('sessions'), []);
  const onTyped = open === 'palette' ? addTyped : undefined;
  useShortcuts({ onPalette: showPalette, onHelp: showShortcuts, onTyped });
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), PALETTE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const role = session?.userRole ?? 'investor';
  const office = can(role, 'read-cases');
  const { data: config } = usePlatformConfigQuery();
  const groups = config?.sandbox ? withDesk(menuOf(role, view)) : menuOf(role, view);
  const wide = pathname.startsWith('/admin') || pathname.startsWith('/audit') || pathname.startsWith('/compliance');
  const main = useNewPageFocus();
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="topbar">
        <Wordmark />
        {office ? (
          <span className="pill pill-off role-pill">{PILLS[role as keyof typeof PILLS]}</span>
        ) : (
          <RoleSwitch view={view} />
        )}
        <div className="topbar-end">
          <CalendarChip />
          <button type="button" className="search-field" aria-haspopup="dialog" onClick={showPalette}>
            <IconSearch size={16} aria-hidden />
            <span>Search or jump to...</span>
            <Keys keys={[COMMAND_K]} />
          </button>
          {!office &&
            BUTTONS.map(([to, label, Icon]) => (
              <ButtonLink key={to} to={to} size="sm" className="from-1024" icon={<Icon size={16} aria-hidden />}>
                {label}
              </ButtonLink>
            ))}
          <Bell />
          <AccountChip connected={connected} onShortcuts={showShortcuts} onSessions={showSessions} />
          <button
            type="button"
            className="icon-button until-900"
            aria-label="Menu"
            aria-haspopup="dialog"
            onClick={showMore}
          >
            <IconMenu2 size={20} aria-hidden />
          </button>
        </div>
      </header>
      <nav className="sidebar" aria-label="Main">
        <Menu groups={groups} />
        <LedgerLine />
      </nav>
      <main id="main" ref={main} tabIndex={-1} className={`content ${wide ? 'content-wide' : ''}`}>
        {!connected && <FeedPaused />}
        <Suspense fallback={<PageWaiting />}>
          {/* When the time zone changes, every time on the page is rendered again. */}
          <Outlet key={zone} />
        </Suspense>
      </main>
      <TabBar groups={groups} onMore={showMore} />
      <PaymentPill />
      {open === 'more' && (
        <MoreSheet groups={groups} view={view} onClose={close} onSearch={showPalette} onSessions={showSessions} />
      )}
      {open === 'palette' && <Palette query={sought} onQuery={seek} onClose={close} />}
      {open === 'shortcuts' && <ShortcutList onClose={close} />}
      {open === 'sessions' && <SessionsDialog onClose={close} />}
    </div>
  );
}

/** After a navigation, focus moves to the new page, out of the menu; a drawer over a page is not a new page. */
function useNewPageFocus() {
  const page = useCurrentPage();
  useSamePlace(page);
  const main = useRef<HTMLElement>(null);
  const before = useRef(page);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    main.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [page]);
  return main;
}

function RoleSwitch({ view }: { view: View }) {
  return (
    <nav className="switch" aria-label="View">
      {(
        [
          ['landlord', 'Landlord'],
          ['investor', 'Rent Recipient'],
        ] as const
      ).map(([to, label]) => (
        <Link key={to} to={`/?role=${to}`} aria-current={view === to}>
          {label}
        </Link>
      ))}
    </nav>
  );
}

function Menu({ groups }: { groups: readonly Group[] }) {
  const page = useMenuEntry();
  return groups.map(({ title, items }) => (
    <div key={title}>
      <h2>{title}</h2>
      <ul>
        {items.map((item) => (
          <li key={item.to}>
            <Link to={item.to} aria-current={isHere(item, page) ? 'page' : undefined}>
              <item.Icon aria-hidden />
              {item.label}
              <Waits of={item} />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ));
}

/** The footer of the sidebar: the last validated ledger that the platform has seen. */
function LedgerLine() {
  const { data, isError } = useLedgerQuery(undefined, { ...usePolling(LEDGER_MS), skipPollingIfUnfocused: true });
  const there = !isError && data?.connected;
  return (
    <p className="sidebar-foot xsmall dim">
      <span className={`dot ${there ? '' : 'dot-off'}`} aria-hidden />
      {there ? `Ledger ${count(data.validated)} · validated` : data || isError ? 'Ledger not connected' : 'Ledger'}
    </p>
  );
}
