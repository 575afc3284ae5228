import { IconDevices, IconSearch, IconSwitchHorizontal } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useSessionQuery } from '../../shared/session/api';
import { SignOutButton } from '../../shared/session/sign-out-button';
import { chooseZone, useZone, type Zone } from '../../shared/format/zone';
import { can } from '../../shared/session/can';
import { Segments } from '../../shared/ui/segments/segments';
import { Sheet } from '../../shared/ui/modal/modal';
import type { View } from '../use-view';
import type { Group } from './navigation';
import { ZONES } from './account-button';
import { SchemeSwitch } from './scheme-switch';
import { Waits } from './waits';

/**
 * Everything that does not fit into a phone's bottom bar: search, the other view, all destinations, color scheme, sign
 * out.
 */
export default function MoreSheet({
  groups,
  view,
  onClose,
  onSearch,
  onSessions,
}: {
  groups: readonly Group[];
  view: View;
  onClose(): void;
  onSearch(): void;
  onSessions(): void;
}) {
  const { data: session } = useSessionQuery();
  const zone = useZone();
  const own = session?.userRole === 'investor' || session?.userRole === 'landlord';
  const [other, name] =
    view === 'landlord' ? (['investor', 'Rent Recipient'] as const) : (['landlord', 'Landlord'] as const);
  return (
    <Sheet title="More" onClose={onClose}>
      <div className="more">
        <button type="button" onClick={onSearch}>
          <IconSearch aria-hidden />
          Search or jump to...
        </button>
        {own && (
          <Link to={`/?role=${other}`} onClick={onClose}>
            <IconSwitchHorizontal aria-hidden />
            Switch to {name} view
          </Link>
        )}
        {groups.map(({ title, items }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            {items.map((item) => (
              <Link key={item.to} to={item.to} onClick={onClose}>
                <item.Icon aria-hidden />
                {item.label}
                <Waits of={item} />
              </Link>
            ))}
          </section>
        ))}
        <button type="button" onClick={onSessions}>
          <IconDevices aria-hidden />
          Where you are signed in
        </button>
        {can(session?.userRole, 'read-cases') && (
          <Segments
            label="Times"
            name="zone"
            value={zone}
            options={ZONES}
            onChange={(value) => chooseZone(value as Zone)}
          />
        )}
        <div className="more-foot">
          <SchemeSwitch />
          <SignOutButton />
        </div>
      </div>
    </Sheet>
  );
}
