import {
  IconArrowRight,
  IconBuildingEstate,
  IconHash,
  IconHistory,
  IconHome,
  IconListDetails,
  IconMoon,
  IconReceiptDollar,
  IconRotateClockwise,
  IconSparkles,
  IconSun,
  type Icon,
} from '@tabler/icons-react';
import { recordedOn } from '@tknest/contracts/money';
import { useDeferredValue } from 'react';
import { useNavigate } from 'react-router';
import { useSessionQuery } from '../../shared/session/api';
import { can } from '../../shared/session/can';
import { soldOutWords } from '../../shared/properties/sold-out-words';
import { useAllTransactionsQuery } from '../../shared/transactions/api';
import { rowsOf } from '../../shared/api/paging';
import { usePurchasesInfiniteQuery } from '../../shared/portfolio/api';
import { usePropertiesInfiniteQuery } from '../../shared/properties/api';
import { useOpenPaymentsQuery } from '../../shared/payments/api';
import { chooseScheme, useScheme } from '../../shared/scheme/scheme';
import { tokens } from '../../shared/format/format';
import { businessDay, day } from '../../shared/format/time';
import { menuOf } from '../shell/navigation';
import { GO_TO } from '../shortcuts/use-shortcuts';
import { useView } from '../use-view';

export interface PaletteItem {
  /** Usable in an element's id. */
  id: string;
  group: 'Properties' | 'Payments' | 'Go to' | 'Look up';
  label: string;
  hint?: string;
  keys?: readonly string[];
  Icon: Icon;
  run(): void;
}

const MOST = 5;
/** Pages that are closed to everyone else. */
const OFFICE = /^\/(admin|audit)/;
const ICONS: Record<string, Icon> = {
  '/': IconHome,
  '/admin': IconListDetails,
  '/ai-recommendations': IconSparkles,
  '/landlord-payback': IconRotateClockwise,
  '/audit': IconHistory,
};

/** What else one calls these pages. */
const ALSO: Record<string, string> = {
  '/rlusd-payment': 'Send RLUSD',
  '/landlord-payback': 'Repay',
  '/kyc-verification': 'Verification, KYC',
  '/auth': 'Balance',
};
/** A transaction's hash, or a wallet. */
const EXACT = /^([0-9A-F]{64}|r[1-9A-HJ-NP-Za-km-z]{24,34})$/i;

/** The palette's results for a query: properties, payments and destinations. */
export function usePaletteItems(typed: string): readonly PaletteItem[] {
  const navigate = useNavigate();
  const query = useDeferredValue(typed.trim());
  const { data: session } = useSessionQuery();
  const view = useView();
  const { shown } = useScheme();
  const role = session?.userRole ?? 'investor';
  const office = can(role, 'read-office');
  const properties = usePropertiesInfiniteQuery({ search: query, limit: MOST }, { skip: query === '' });
  const log = useAllTransactionsQuery({ search: query, limit: MOST }, { skip: query === '' || !office });
  const { data: open = [] } = useOpenPaymentsQuery(undefined, { skip: role !== 'investor' });
  const own = usePurchasesInfiniteQuery(
    { mine: true, search: query, limit: MOST },
    { skip: query === '' || role !== 'investor' },
  );
  const matches = (...texts: readonly (string | null | undefined)[]) =>
    texts.some((text) => text?.toLowerCase().includes(typed.trim().toLowerCase()));
  /**
   * Until the answer arrives, only previous results that still match, so that Enter never opens a result of another
   * query.
   */
  const rowsFor = <T, Row>(
    { data, currentData }: { data?: T; currentData?: T },
    rowsIn: (data: T) => readonly Row[] | undefined,
    nameOf: (row: Row) => string | null,
  ): readonly Row[] => {
    if (query === '') return [];
    const rows = (data && rowsIn(data)) ?? [];
    const isAnswer = currentData !== undefined && query === typed.trim();
    return isAnswer ? rows : rows.filter((row) => matches(nameOf(row)));
  };
  const go = (to: string) => () => void navigate(to);

  const found = rowsFor(properties, rowsOf, ({ name }) => name).map((one): PaletteItem => ({
    id: `property-${one.id}`,
    group: 'Properties',
    label: one.name,
    hint: one.tokensAvailable > 0 ? `${tokens(one.tokensAvailable)} left` : soldOutWords(one).button,
    Icon: IconBuildingEstate,
    run: go(`/properties/${one.id}?role=${view}`),
  }));
  const waiting = open
    .filter((one) => matches(one.propertyName, one.id))
    .map((one): PaletteItem => ({
      id: `payment-${one.id}`,
      group: 'Payments',
      label: `${tokens(one.tokens ?? 0)}, ${one.propertyName}`,
      hint: one.status === 'processing' ? 'on its way' : 'waiting for your signature',
      Icon: IconReceiptDollar,
      run: go(`/?payment=${one.id}`),
    }));
  const settled = rowsFor(own, rowsOf, ({ propertyName }) => propertyName).map((one): PaletteItem => ({
    id: `payment-${one.id}`,
    group: 'Payments',
    label: `${tokens(one.tokensPurchased)}, ${one.propertyName}`,
    hint: businessDay(recordedOn(one)),
    Icon: IconReceiptDollar,
    run: go(`/?payment=${one.id}`),
  }));
  const logged = rowsFor(
    log,
    ({ rows }) => rows,
    ({ description }) => description,
  ).map((one): PaletteItem => ({
    id: `log-${one.id}`,
    group: 'Payments',
    label: one.description,
    hint: day(one.timestamp),
    Icon: IconReceiptDollar,
    run: go(`/admin/payments/${one.paymentId}`),
  }));
  const sought = encodeURIComponent(typed.trim());
  const lookUp: PaletteItem = {
    id: 'look-up',
    group: 'Look up',
    label: `Find hash or wallet “${typed.trim()}”`,
    Icon: IconHash,
    run: go(
      office
        ? `/admin?search=${sought}`
        : view === 'landlord'
          ? `/activity?search=${sought}`
          : `/?role=investor&find=${sought}#history`,
    ),
  };
  const letters = new Map(GO_TO.map(({ key, to }) => [to, key]));
  const isOpen = (to: string) => office || (!OFFICE.test(to) && (to !== '/landlord-payback' || view === 'landlord'));
  const menu = menuOf(role, view).flatMap(({ items }) => items);
  const isHome = ({ to }: { to: string }) => to.startsWith('/?');
  // In the office "Properties" is the admin's list; elsewhere `/` is the home that the menu names.
  const home = office ? 'Browse Properties' : menu.find(isHome)?.label;
  const places = new Map([
    ...GO_TO.filter(({ to }) => isOpen(to)).map(({ to, label }) => [to, to === '/' ? (home ?? label) : label] as const),
    // Not in the menu, because it is needed only once.
    ...(office || role === 'compliance' ? [] : [['/easy-setup', 'Quick setup'] as const]),
    ...menu.filter((item) => !isHome(item)).map(({ to, label }) => [to, label] as const),
  ]);
  const destinations = [...places]
    .filter(([to, label]) => matches(label, ALSO[to]))
    .map(([to, label]): PaletteItem => ({
      id: `go-${to.replaceAll('/', '-')}`,
      group: 'Go to',
      label,
      keys: letters.has(to) ? ['g', letters.get(to)!] : undefined,
      Icon: menu.find((item) => item.to === to)?.Icon ?? ICONS[to] ?? IconArrowRight,
      run: go(to),
    }));
  const other = shown === 'dark' ? 'light' : 'dark';
  const scheme: PaletteItem = {
    id: 'scheme',
    group: 'Go to',
    label: `Switch to ${other}`,
    Icon: other === 'dark' ? IconMoon : IconSun,
    run: () => chooseScheme(other),
  };
  const schemes = matches(scheme.label) ? [scheme] : [];
  const others = [...found, ...waiting, ...settled, ...logged, ...destinations, ...schemes];
  if (typed.trim() === '') return others;
  return EXACT.test(typed.trim()) ? [lookUp, ...others] : [...others, lookUp];
}
