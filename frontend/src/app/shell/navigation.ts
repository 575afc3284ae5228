import {
  IconBuildingBank,
  IconBuildingCommunity,
  IconBuildingEstate,
  IconCalendarRepeat,
  IconChartPie,
  IconCoins,
  IconDatabase,
  IconEraser,
  IconFileText,
  IconFlask,
  IconGavel,
  IconHandClick,
  IconHistory,
  IconHome,
  IconInboxOff,
  IconLink,
  IconBolt,
  IconListDetails,
  IconListSearch,
  IconNotebook,
  IconReceiptDollar,
  IconRotateClockwise,
  IconScale,
  IconSend,
  IconSparkles,
  IconUsers,
  IconUsersGroup,
  IconWallet,
  IconAlertTriangle,
  IconListNumbers,
} from '@tabler/icons-react';
import type { UserRole } from '@tknest/contracts/api';
import { can } from '../../shared/session/can';
import type { View } from '../use-view';

export interface Destination {
  to: string;
  label: string;
  /** In the bottom bar of phones. */
  short: string;
  Icon: typeof IconHome;
}
export interface Group {
  title: string;
  items: readonly Destination[];
}

const at = (to: string, label: string, Icon: typeof IconHome, short = label): Destination => ({
  to,
  label,
  short,
  Icon,
});

const WALLET = at('/auth', 'Wallet login', IconWallet, 'Wallet');
const IDENTITY = at('/kyc-verification', 'Identity and documents', IconListDetails, 'Identity');
const INSIGHTS = at('/ai-recommendations', 'AI recommendations', IconSparkles, 'Insights');
const TRUST_LINE = at('/trust-line-setup', 'Trust line', IconLink);
const PAYMENT = at('/rlusd-payment', 'RLUSD payment', IconSend);
const STATEMENTS = at('/statements', 'Statements', IconFileText);
const ACTIVITY = at('/activity', 'Activity', IconHistory);
const SIMULATOR = at('/rlusd-test', 'Test simulator', IconFlask);
const GUIDE = at('/wallet-guide', 'Wallet guide', IconNotebook, 'Guide');

const DESK_OF_SANDBOX = at('/sandbox-desk', 'Sandbox desk', IconHandClick, 'Sandbox');
const DESK = at('/compliance', 'Compliance cases', IconGavel, 'Desk');

const MENUS: Record<View | 'admin' | 'auditor' | 'compliance', readonly Group[]> = {
  compliance: [
    {
      title: 'Compliance',
      items: [
        DESK,
        at('/kyc-test', 'Name screening', IconListSearch, 'Screening'),
        at('/compliance?show=decided', 'Decisions', IconHistory),
      ],
    },
    { title: 'Wallet', items: [WALLET] },
  ],
  landlord: [
    {
      title: 'Landlord',
      items: [
        at('/?role=landlord', 'Property Management', IconBuildingEstate, 'Properties'),
        at('/landlord-payback', 'Loan payback', IconRotateClockwise, 'Payback'),
        INSIGHTS,
        STATEMENTS,
        ACTIVITY,
      ],
    },
    { title: 'Account', items: [WALLET, TRUST_LINE, PAYMENT, IDENTITY] },
    { title: 'Help', items: [SIMULATOR, GUIDE] },
  ],
  investor: [
    {
      title: 'Rent Recipient',
      items: [
        at('/?role=investor', 'Browse Properties', IconHome, 'Properties'),
        INSIGHTS,
        at('/portfolio', 'Portfolio Analytics', IconChartPie, 'Portfolio'),
        STATEMENTS,
        ACTIVITY,
      ],
    },
    { title: 'Account', items: [WALLET, TRUST_LINE, PAYMENT, IDENTITY] },
    { title: 'Help', items: [SIMULATOR, GUIDE] },
  ],
  admin: [
    {
      title: 'Admin',
      items: [
        at('/admin', 'Transactions', IconListDetails),
        at('/admin/properties', 'Properties', IconBuildingCommunity),
        at('/admin/users', 'Users', IconUsers),
        at('/admin/analytics', 'Analytics', IconChartPie),
        at('/admin/cases', 'Payment cases', IconAlertTriangle),
        at('/admin/proposals', 'Proposals', IconUsersGroup),
        DESK,
        at('/admin/erasures', 'Erasures', IconEraser),
      ],
    },
    {
      title: 'Operations',
      items: [
        at('/tokens', 'Token management', IconCoins),
        at('/auto-tokens', 'Auto issuance', IconBolt),
        at('/landlord-payments', 'Owner payments', IconCalendarRepeat),
        at('/admin/payouts', 'Payout runs', IconReceiptDollar),
        at('/admin/escrow', 'Escrow books', IconBuildingBank),
        at('/admin/revenue', 'Revenue', IconCoins),
        at('/admin/failed-events', 'Failed events', IconInboxOff),
      ],
    },
    {
      title: 'Record',
      items: [
        at('/audit', 'Replay', IconHistory),
        at('/audit/events', 'Event log', IconListNumbers),
        at('/audit/read-models', 'Read models', IconDatabase),
        at('/audit/reconciliation', 'Reconciliation', IconScale),
      ],
    },
  ],
  auditor: [
    {
      title: 'Record',
      items: [
        at('/audit', 'Replay', IconHistory),
        at('/audit/read-models', 'Read models', IconDatabase),
        at('/audit/reconciliation', 'Reconciliation', IconScale),
      ],
    },
    {
      title: 'Look up',
      items: [
        at('/admin', 'Transactions', IconListDetails),
        at('/admin/properties', 'Properties', IconBuildingCommunity),
        at('/admin/users', 'Users', IconUsers),
        at('/admin/cases', 'Payment cases', IconAlertTriangle),
        at('/admin/proposals', 'Proposals', IconUsersGroup),
        DESK,
        at('/admin/payouts', 'Payout runs', IconReceiptDollar),
        at('/admin/escrow', 'Escrow books', IconBuildingBank),
        at('/admin/revenue', 'Revenue', IconCoins),
        at('/admin/failed-events', 'Failed events', IconInboxOff),
        at('/audit/events', 'Event log', IconListNumbers),
      ],
    },
  ],
};

/** Whether an entry belongs to the current page; the two homes are one page with the view in its address. */
export const isHere = ({ to }: Destination, page: string): boolean =>
  to === page || (page === '/' && to.startsWith('/?'));

/** The sidebar of a session: admins and auditors have their own, others that of the current view. */
export function menuOf(role: UserRole, view: View): readonly Group[] {
  return MENUS[can(role, 'read-cases') ? (role as 'admin' | 'auditor' | 'compliance') : view];
}

/** Only in the sandbox: actions of other parties and of time. */
export const withDesk = (groups: readonly Group[]): readonly Group[] =>
  groups.map((group) => (group.title === 'Help' ? { ...group, items: [DESK_OF_SANDBOX, ...group.items] } : group));

/** The four destinations of a phone's bottom bar. */
export function tabsOf(groups: readonly Group[]): readonly Destination[] {
  return groups.flatMap(({ items }) => items).slice(0, 4);
}
