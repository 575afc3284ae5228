import { useEffect, useRef, useState, type ComponentType } from 'react';
import { useSessionQuery } from '../../shared/session/api';
import { useAppDispatch } from '../../shared/store/store';
import { CopyButton } from '../../shared/ui/copyable/copyable';
import { showPartFailed } from '../../shared/lazy-part';
import { AccountButton } from './account-button';
import type { AccountMenuProps } from './account-menu';

/** The menu is loaded when it is opened, or this long after the page; milliseconds. */
const MENU_AFTER_MS = 2_000;

interface Loaded {
  Menu: ComponentType<AccountMenuProps>;
  isOpen: boolean;
  hasFocus: boolean;
}

/** The signed-in wallet, whether live updates arrive, and the account menu. */
export function AccountChip(props: { connected: boolean; onShortcuts(): void; onSessions(): void }) {
  const { data: session } = useSessionQuery();
  const dispatch = useAppDispatch();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const isPressed = useRef(false);
  const load = async () => {
    try {
      const { AccountMenu } = await import('./account-menu');
      const hasFocus = document.activeElement?.classList.contains('chip-menu') ?? false;
      setLoaded((before) => before ?? { Menu: AccountMenu, isOpen: isPressed.current, hasFocus });
    } catch {
      if (isPressed.current) showPartFailed(dispatch);
      isPressed.current = false;
    }
  };
  /** Already at the press: the button with the menu may replace this one before it is released. */
  const press = () => {
    isPressed.current = true;
    void load();
  };
  useEffect(() => {
    const timer = setTimeout(() => void load(), MENU_AFTER_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only once
  }, []);
  const wallet = session?.walletAddress;
  if (!wallet) return null;
  return (
    <span className="chip">
      {loaded ? (
        <loaded.Menu {...props} isOpen={loaded.isOpen} hasFocus={loaded.hasFocus} />
      ) : (
        <AccountButton
          wallet={wallet}
          connected={props.connected}
          aria-haspopup="menu"
          aria-expanded={false}
          onPointerDown={press}
          onClick={press}
        />
      )}
      <CopyButton value={wallet} what="wallet" />
    </span>
  );
}
