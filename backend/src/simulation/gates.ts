import type { PlatformAccountName } from '@tknest/contracts/events';
import { AccountGate, ALWAYS_OPEN, type GatePorts, type SigningGate } from '#platform/ledger/accounts/account-gate.js';
import { accountFold } from '#platform/ledger/accounts/account.state.js';
import type { AccountRecord } from '#platform/ledger/accounts/account-record.js';
import { isAdoptable, useOf } from '#platform/ledger/accounts/adoption.js';
import { START } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { adopt, type GateVariant } from './gate-variants.js';
import { LaggingNode } from './lagging-node.js';
import type { World } from './world.js';

/**
 * The signing gates of the platform's accounts in a story whose log is restored. A gate's check is a single step, which
 * no other task can overtake.
 */
export class Gates {
  private readonly gates: Map<PlatformAccountName, AccountGate>;
  private readonly settles: NonNullable<GateVariant['settles']>;

  constructor(world: World, names: readonly PlatformAccountName[]) {
    const { gates } = world.variant;
    const { sees = (ports: GatePorts) => ports, settles = adopt } = gates ?? {};
    this.settles = settles;
    this.gates = new Map(
      gates && names.map((name) => [name, new AccountGate(name, sees(gatePorts(world, name)))] as const),
    );
  }

  of(name: PlatformAccountName): SigningGate {
    return this.gates.get(name) ?? ALWAYS_OPEN;
  }

  /** @param name of one gate; all of them if omitted */
  open(name?: PlatformAccountName): boolean {
    return [...this.gates].every(([of, { open }]) => open || (name !== undefined && name !== of));
  }

  async look(records: ReadonlyMap<PlatformAccountName, AccountRecord>): Promise<void> {
    for (const [name, gate] of this.gates) {
      if (await gate.look()) continue;
      for (const one of gate.unknown.transactions.filter(isAdoptable))
        await records.get(name)!.change((state) => this.settles(name, useOf(one), state));
    }
  }
}

const gatePorts = (world: World, name: PlatformAccountName): GatePorts => ({
  ...new LaggingNode(world.ledger, () => world.lag),
  state: async () => (await load(world.store, accountFold(name))).state,
  fence: () => world.store.fence(),
  journaled: (hashes) => journaledIn(world, hashes),
  lifetime: () => world.ledger.lifetime(),
  now: () => world.clock.now(),
});

const JOURNALED = [
  'LegSigned',
  'PayoutWindowSigned',
  'XrpReturnSubmitted',
  'AccountTransactionsBegun',
  'UnknownTransactionSettled',
];

/** Those of these hashes that the log has journaled. */
export async function journaledIn(
  { store }: World,
  hashes: readonly string[],
  types = JOURNALED,
): Promise<ReadonlySet<string>> {
  const { events } = await store.readAll(START, { limit: 100_000, filter: { types } });
  const text = JSON.stringify(events.map(({ data }) => data));
  return new Set(hashes.filter((hash) => text.includes(hash)));
}
