import { IconCheck, IconChevronDown, IconDeviceDesktop, IconKeyboard, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { useSessionQuery } from '../../features/access/api';
import { useSignOut } from '../../features/access/components/sign-out-button';
import { chooseScheme, useScheme, type SchemeChoice } from '../../shared/scheme/scheme';
import { shortWallet } from '../../shared/format/format';
import { CopyButton } from '../../shared/ui/copyable/copyable';
import { Menu } from '../../shared/ui/menu/menu';
import { switchSingleKeys, useSingleKeys } from '../shortcuts/single-keys';

export const SCHEMES: readonly { choice: SchemeChoice; label: string; Icon: typeof IconSun }[] = [
  { choice: 'auto', label: 'As the system', Icon: IconDeviceDesktop },
  { choice: 'light', label: 'Light', Icon: IconSun },
  { choice: 'dark', label: 'Dark', Icon: IconMoon },
];
const ROLES = { investor: 'Rent Recipient', landlord: 'Property Owner', admin: 'Administrator', auditor: 'Auditor' };

/** The wallet that is signed in, whether live updates arrive, and the account's menu. */
export function AccountChip({ connected, onShortcuts }: { connected: boolean; onShortcuts(): void }) {
  const { data: session } = useSessionQuery();
  const { choice } = useScheme();
  const singleKeys = useSingleKeys();
  const { leave } = useSignOut();
  const wallet = session?.walletAddress;
  if (!wallet) return null;
  return (
    <span className="chip">
      <Menu width={240}>
        <Menu.Target>
          <button type="button" className="chip-menu" aria-label={`Account ${shortWallet(wallet)}, ${connected ? 'connected' : 'live updates paused'}`}>
            <span className={`dot ${connected ? '' : 'dot-wait'}`} aria-hidden />
            <span className="mono" title={wallet}>{shortWallet(wallet)}</span>
            <IconChevronDown size={14} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{ROLES[session.userRole ?? 'investor']}</Menu.Label>
          <Menu.Divider />
          <Menu.Label>Colour scheme</Menu.Label>
          {SCHEMES.map(({ choice: value, label, Icon }) => (
            <Menu.Item key={value} role="menuitemradio" aria-checked={choice === value} leftSection={<Icon size={16} aria-hidden />} rightSection={choice === value && <IconCheck size={16} aria-hidden />} onClick={() => chooseScheme(value)}>{label}</Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={onShortcuts}>Keyboard shortcuts</Menu.Item>
          <Menu.Item role="menuitemcheckbox" aria-checked={singleKeys} leftSection={<span className="menu-gap" />} rightSection={singleKeys && <IconCheck size={16} aria-hidden />} onClick={() => switchSingleKeys(!singleKeys)}>Single-key shortcuts</Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void leave()}>Sign out</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <CopyButton value={wallet} what="wallet" />
    </span>
  );
}
