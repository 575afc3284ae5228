import {
  IconBuildingBank,
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
  IconNotebook,
  IconReceiptDollar,
  IconRotateClockwise,
  IconScale,
  IconSearch,
  IconSend,
  IconSparkles,
  IconUsers,
  IconUsersGroup,
  IconWallet,
  IconAlertTriangle,
  IconListNumbers,
} from '@tabler/icons-react';
import type { OfficeWaitingView, UserRole } from '@tknest/contracts/api';
import { can } from '../../shared/session/can';
import type { View } from '../use-view';

export interface Destination {
  to: string;
  label: string;
  /** In the bottom bar of phones. */
  short: string;
  Icon: typeof IconHome;
  /** What waits for a person there; `desk`: what an officer may decide. */
  waits?: keyof OfficeWaitingView | 'desk';
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

const TRANSACTIONS = at('/admin', 'Transactions', IconListDetails);
const LOOK_UP = [
  TRANSACTIONS,
  at('/admin/properties', 'Properties', IconBuildingEstate),
  at('/admin/users', 'Users', IconUsers),
];
const PROPOSALS = at('/admin/proposals', 'Proposals', IconUsersGroup);
const CASES = at('/admin/cases', 'Payment cases', IconAlertTriangle, 'Cases');
const FAILED_EVENTS = at('/admin/failed-events', 'Failed events', IconInboxOff);
const BOOKS = [
  at('/admin/payouts', 'Payout runs', IconReceiptDollar),
  at('/admin/escrow', 'Escrow books', IconBuildingBank),
  at('/admin/revenue', 'Revenue', IconCoins),
];
const REPLAY = at('/audit', 'Replay', IconHistory);
const EVENT_LOG = at('/audit/events', 'Event log', IconListNumbers);
const PROOFS = [
  at('/audit/read-models', 'Read models', IconDatabase, 'Models'),
  at('/audit/reconciliation', 'Reconciliation', IconScale, 'Reconcile'),
];

const MENUS: Record<View | 'admin' | 'auditor' | 'compliance', readonly Group[]> = {
  compliance: [
    {
      title: 'Compliance',
      items: [
        { ...DESK, waits: 'desk' },
        at('/kyc-test', 'Name screening', IconSearch, 'Screening'),
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
      title: 'To do',
      items: [
        { ...PROPOSALS, waits: 'proposals' },
        { ...CASES, waits: 'cases' },
        { ...DESK, waits: 'compliance' },
        at('/admin/erasures', 'Erasures', IconEraser),
        { ...FAILED_EVENTS, waits: 'failedEvents' },
      ],
    },
    { title: 'Look up', items: [...LOOK_UP, at('/admin/analytics', 'Analytics', IconChartPie)] },
    {
      title: 'Money',
      items: [
        ...BOOKS,
        at('/landlord-payments', 'Owner payments', IconCalendarRepeat),
        at('/tokens', 'Token management', IconCoins),
        at('/auto-tokens', 'Auto issuance', IconBolt),
      ],
    },
    { title: 'Record', items: [REPLAY, EVENT_LOG, ...PROOFS] },
  ],
  auditor: [
    { title: 'Record', items: [REPLAY, ...PROOFS, EVENT_LOG] },
    { title: 'Look up', items: [...LOOK_UP, PROPOSALS, CASES, DESK, FAILED_EVENTS] },
    { title: 'Money', items: BOOKS },
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

/** The four destinations of a phone's bottom bar, the admins' home first. */
export function tabsOf(groups: readonly Group[]): readonly Destination[] {
  const all = groups.flatMap(({ items }) => items);
  const home = all.some(({ waits }) => waits === 'cases') ? [TRANSACTIONS] : [];
  return [...new Set([...home, ...all])].slice(0, 4);
}
