import { IconChevronDown, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { shortWallet } from '../../shared/format/format';
import type { Zone } from '../../shared/format/zone';
import type { SchemeChoice } from '../../shared/scheme/scheme';

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
/** What opens the account menu: the wallet, and whether live updates arrive. */
export const AccountButton = ({
  wallet,
  connected,
  ...button
}: { wallet: string; connected: boolean } & ComponentProps<'button'>) => (
  <button
    {...button}
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
);
