import {
  IconCheck,
  IconChevronDown,
  IconDeviceDesktop,
  IconDevices,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
} from '@tabler/icons-react';
import { useSessionQuery } from '../../shared/session/api';
import { useSignOut } from '../../shared/session/sign-out-button';
import { chooseScheme, useScheme, type SchemeChoice } from '../../shared/scheme/scheme';
import { chooseZone, useZone, type Zone } from '../../shared/format/zone';
import { can } from '../../shared/session/can';
import { shortWallet } from '../../shared/format/format';
import { CopyButton } from '../../shared/ui/copyable/copyable';
import { Menu } from '../../shared/ui/menu/menu';
import { switchSingleKeys, useSingleKeys } from '../shortcuts/single-keys';

export const SCHEMES: readonly { choice: SchemeChoice; label: string; Icon: typeof IconSun }[] = [
  { choice: 'auto', label: 'Same as system', Icon: IconDeviceDesktop },
  { choice: 'light', label: 'Light', Icon: IconSun },
  { choice: 'dark', label: 'Dark', Icon: IconMoon },
];
/** The office compares times with those of logs and ledgers, which are UTC. */
export const ZONES: readonly { value: Zone; label: string }[] = [
  { value: 'local', label: 'Local time' },
  { value: 'utc', label: 'UTC' },
];
const CHECK = <IconCheck size={16} aria-hidden />;
const ROLES = {
  investor: 'Rent Recipient',
  landlord: 'Property Owner',
  admin: 'Administrator',
  compliance: 'Compliance',
  auditor: 'Auditor',
};

/** The signed-in wallet, whether live updates arrive, and the account menu. */
export function AccountChip({
  connected,
  onShortcuts,
  onSessions,
}: {
  connected: boolean;
  onShortcuts(): void;
  onSessions(): void;
}) {
  const { data: session } = useSessionQuery();
  const { choice } = useScheme();
  const zone = useZone();
  const singleKeys = useSingleKeys();
  const { leave } = useSignOut();
  const wallet = session?.walletAddress;
  if (!wallet) return null;
  return (
    <span className="chip">
      <Menu width={240}>
        <Menu.Target>
          <button
            type="button"
            className="chip-menu"
            aria-label={`Account ${shortWallet(wallet)}, ${connected ? 'connected' : 'live updates paused'}`}
          >
            <span className={`dot ${connected ? '' : 'dot-wait'}`} aria-hidden />
            <span className="mono" title={wallet}>
              {shortWallet(wallet)}
            </span>
            <IconChevronDown size={14} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{ROLES[session.userRole ?? 'investor']}</Menu.Label>
          <Menu.Divider />
          <Menu.Label>Color scheme</Menu.Label>
          <Menu.RadioGroup value={choice} onChange={(value) => chooseScheme(value as SchemeChoice)}>
            {SCHEMES.map(({ choice: value, label, Icon }) => (
              <Menu.RadioItem key={value} value={value} checkIcon={CHECK} rightSection={<Icon size={16} aria-hidden />}>
                {label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          {can(session.userRole, 'read-cases') && (
            <>
              <Menu.Divider />
              <Menu.Label>Times</Menu.Label>
              <Menu.RadioGroup value={zone} onChange={(value) => chooseZone(value as Zone)}>
                {ZONES.map(({ value, label }) => (
                  <Menu.RadioItem key={value} value={value} checkIcon={CHECK}>
                    {label}
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
            </>
          )}
          <Menu.Divider />
          <Menu.CheckboxItem checked={singleKeys} onChange={switchSingleKeys} checkIcon={CHECK}>
            Single-key shortcuts
          </Menu.CheckboxItem>
          <Menu.Item onClick={onShortcuts} rightSection={<IconKeyboard size={16} aria-hidden />}>
            Keyboard shortcuts
          </Menu.Item>
          <Menu.Item onClick={onSessions} rightSection={<IconDevices size={16} aria-hidden />}>
            Where you are signed in
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item rightSection={<IconLogout size={16} aria-hidden />} onClick={() => void leave()}>
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <CopyButton value={wallet} what="wallet" />
    </span>
  );
}
