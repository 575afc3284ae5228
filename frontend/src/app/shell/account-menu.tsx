import { IconCheck, IconDevices, IconId, IconKeyboard, IconLogout } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { chooseZone, useZone, type Zone } from '../../shared/format/zone';
import { chooseScheme, useScheme, type SchemeChoice } from '../../shared/scheme/scheme';
import { useSessionQuery } from '../../shared/session/api';
import { can } from '../../shared/session/can';
import { useSignOut } from '../../shared/session/sign-out-button';
import { Menu } from '../../shared/ui/menu/menu';
import { switchSingleKeys, useSingleKeys } from '../shortcuts/use-shortcuts';
import { AccountButton, SCHEMES, ZONES } from './account-button';

const CHECK = <IconCheck size={16} aria-hidden />;
const ROLES = {
  investor: 'Rent Recipient',
  landlord: 'Property Owner',
  admin: 'Administrator',
  compliance: 'Compliance',
  auditor: 'Auditor',
};

export interface AccountMenuProps {
  connected: boolean;
  /** Whether the button without the menu was pressed, or had the focus: the one with it continues from there. */
  isOpen: boolean;
  hasFocus: boolean;
  onShortcuts(): void;
  onSessions(): void;
}

export function AccountMenu({ connected, isOpen, hasFocus, onShortcuts, onSessions }: AccountMenuProps) {
  const { data: session } = useSessionQuery();
  const { choice } = useScheme();
  const zone = useZone();
  const singleKeys = useSingleKeys();
  const { leave } = useSignOut();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (hasFocus) button.current?.focus();
  }, [hasFocus]);
  if (!session?.walletAddress) return null;
  return (
    <Menu width={240} defaultOpened={isOpen}>
      <Menu.Target>
        <AccountButton ref={button} wallet={session.walletAddress} connected={connected} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{ROLES[session.userRole ?? 'investor']}</Menu.Label>
        {!can(session.userRole, 'read-cases') && (
          <Menu.Item component={Link} to="/kyc-verification" rightSection={<IconId size={16} aria-hidden />}>
            Identity and documents
          </Menu.Item>
        )}
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
  );
}
