/**
 * The test simulator's world (REQ-2.2.8.1, REQ-2.4.6, REQ-2.9.12): three pretend wallets and a pretend property. Pure.
 */
import { parseRlusd, toNumber } from '@tknest/contracts/money';
import { tokens as tokensOf } from '../../shared/format/format';

export type SimulatedRole = 'property_owner' | 'investor' | 'platform';

export interface SimulatedWallet {
  id: string;
  address: string;
  name: string;
  role: SimulatedRole;
  rlusdBalance: number;
  hasTrustLine: boolean;
  /** Milliseconds; null if nothing happened yet. */
  lastActivity: number | null;
}

export interface SimulatedTransaction {
  id: string;
  fromWallet: string;
  toWallet: string;
  amount: number;
  type: 'trust_setup' | 'property_purchase' | 'monthly_payout';
  status: 'confirmed' | 'pending' | 'failed';
  txHash: string;
  timestamp: number;
  description: string;
}

/** REQ-2.9.12. */
export const PROPERTY = { name: 'Sample property', tokenPrice: 100, tokens: 1000, monthlyPayout: 8.5 } as const;
export const DELAYS_MS = { trust_setup: 2_000, property_purchase: 3_000, monthly_payout: 2_000 } as const;
const OWNER_BPS = 9_750n;

const initialWallets: readonly SimulatedWallet[] = [
  wallet('investor', 'rSimInvestor', 'Investor', 10_000, true),
  wallet('property_owner', 'rSimOwner000', 'Property owner', 0, false),
  wallet('platform', 'rSimPlatform', 'Platform', 500, true),
];
function wallet(
  role: SimulatedRole,
  address: string,
  name: string,
  rlusdBalance: number,
  hasTrustLine: boolean,
): SimulatedWallet {
  return { id: role, address, name, role, rlusdBalance, hasTrustLine, lastActivity: null };
}

export interface World {
  wallets: readonly SimulatedWallet[];
  /** Newest first. */
  transactions: readonly SimulatedTransaction[];
  /** Balances before the last confirmed action. */
  before: Partial<Record<SimulatedRole, number>>;
}
export const initialWorld: World = { wallets: initialWallets, transactions: [], before: {} };

export const walletOf = ({ wallets }: World, role: SimulatedRole) => wallets.find((one) => one.role === role)!;
export const runningIn = ({ transactions }: World) => transactions.find(({ status }) => status === 'pending');

export type Deed =
  | { type: 'trust_setup'; role: SimulatedRole }
  | { type: 'property_purchase'; tokens: number }
  | { type: 'monthly_payout' };
export type Action =
  { do: 'begin'; deed: Deed; at: number } | { do: 'end'; id: string; deed: Deed; at: number } | { do: 'reset' };

/** The amounts: owner and platform share a purchase; a payout goes in the other direction. */
export function movesOf(deed: Deed): Partial<Record<SimulatedRole, number>> {
  if (deed.type === 'trust_setup') return {};
  if (deed.type === 'monthly_payout')
    return { property_owner: -PROPERTY.monthlyPayout, investor: PROPERTY.monthlyPayout };
  const total = parseRlusd(PROPERTY.tokenPrice * deed.tokens);
  const owner = (total * OWNER_BPS) / 10_000n;
  return { investor: -toNumber(total), property_owner: toNumber(owner), platform: toNumber(total - owner) };
}

/** Why an action is not possible now; null if it is. */
export function obstacleTo(deed: Deed, world: World): string | null {
  if (runningIn(world)) return 'Another transaction is under way';
  if (deed.type === 'trust_setup')
    return walletOf(world, deed.role).hasTrustLine ? 'The trust line is already open' : null;
  if (
    deed.type === 'property_purchase' &&
    !(Number.isInteger(deed.tokens) && deed.tokens >= 1 && deed.tokens <= PROPERTY.tokens)
  )
    return `Choose 1 to ${PROPERTY.tokens} tokens`;
  for (const [role, change] of Object.entries(movesOf(deed)) as [SimulatedRole, number][]) {
    const { name, hasTrustLine, rlusdBalance } = walletOf(world, role);
    if (!hasTrustLine) return `${name} has no trust line yet`;
    if (rlusdBalance + change < 0) return `${name} does not have enough RLUSD`;
  }
  return null;
}

export function simulate(world: World, action: Action): World {
  switch (action.do) {
    case 'reset':
      return initialWorld;
    case 'begin': {
      if (runningIn(world)) return world;
      const failed = obstacleTo(action.deed, world);
      const begun = transactionOf(action.deed, world, action.at, failed);
      return { ...world, transactions: [begun, ...world.transactions] };
    }
    case 'end':
      return confirmed(world, action);
  }
}

function confirmed(world: World, { id, deed, at }: Extract<Action, { do: 'end' }>): World {
  // After a reset in between, the pending action is discarded.
  if (runningIn(world)?.id !== id) return world;
  const moves = movesOf(deed);
  const touched = deed.type === 'trust_setup' ? [deed.role] : (Object.keys(moves) as SimulatedRole[]);
  const wallets = world.wallets.map((one) =>
    touched.includes(one.role)
      ? {
          ...one,
          hasTrustLine: true,
          rlusdBalance: toNumber(parseRlusd(one.rlusdBalance) + parseRlusd(moves[one.role] ?? 0)),
          lastActivity: at,
        }
      : one,
  );
  const transactions = world.transactions.map((one) =>
    one.id === id ? { ...one, status: 'confirmed' as const, timestamp: at } : one,
  );
  const before = Object.fromEntries(world.wallets.map(({ role, rlusdBalance }) => [role, rlusdBalance]));
  return { wallets, transactions, before: deed.type === 'trust_setup' ? world.before : before };
}

function transactionOf(deed: Deed, world: World, at: number, failed: string | null): SimulatedTransaction {
  const number = world.transactions.length + 1;
  const addressOf = (role: SimulatedRole) => walletOf(world, role).address;
  const common = {
    id: `sim-${number}`,
    type: deed.type,
    status: failed ? ('failed' as const) : ('pending' as const),
    txHash: `51D${number.toString(16).toUpperCase().padStart(5, '0')}`.padEnd(64, '0'),
    timestamp: at,
  };
  const because = failed ? `: ${failed}` : '';
  switch (deed.type) {
    case 'trust_setup': {
      const { name, address } = walletOf(world, deed.role);
      return {
        ...common,
        fromWallet: address,
        toWallet: address,
        amount: 0,
        description: `${name} opens a line${because}`,
      };
    }
    case 'property_purchase':
      return {
        ...common,
        fromWallet: addressOf('investor'),
        toWallet: addressOf('property_owner'),
        amount: PROPERTY.tokenPrice * deed.tokens,
        description: `${tokensOf(deed.tokens)}, ${PROPERTY.name}${because}`,
      };
    case 'monthly_payout':
      return {
        ...common,
        fromWallet: addressOf('property_owner'),
        toWallet: addressOf('investor'),
        amount: PROPERTY.monthlyPayout,
        description: `One month, ${PROPERTY.name}${because}`,
      };
  }
}
