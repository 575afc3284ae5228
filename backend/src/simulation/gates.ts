import type { PaymentEvent, PlatformAccountName, TokenEvent } from '@tknest/contracts/events';
import { AccountGate, ALWAYS_OPEN, type SigningGate } from '#platform/ledger/accounts/account-gate.js';
import { settleUnknown, type UnknownUse } from '#platform/ledger/accounts/account.decider.js';
import { accountFold } from '#platform/ledger/accounts/account.state.js';
import type { AccountRecord } from '#platform/ledger/accounts/account-record.js';
import { isAdoptable, useOf } from '#platform/ledger/accounts/adoption.js';
import { START } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { longestLifetime } from '#platform/ledger/submissions/lifetime.js';
import { SIGNERS } from './purchases/purchase-cast.js';
import { LaggingNode } from './lagging-node.js';
import type { World } from './purchases/purchase-world.js';

/**
 * The gates of the platform's accounts in a story whose log is restored. A gate checks in one step, which nothing can
 * overtake.
 */
export class Gates {
  private readonly gates: Map<PlatformAccountName, AccountGate>;

  constructor(private readonly world: World) {
    const names = world.variant.gates ? (Object.keys(SIGNERS) as PlatformAccountName[]) : [];
    this.gates = new Map(names.map((name) => [name, gateOf(world, name)]));
  }

  of(name: PlatformAccountName): SigningGate {
    return this.gates.get(name) ?? ALWAYS_OPEN;
  }

  /** @param name of one; all of them where left out */
  open(name?: PlatformAccountName): boolean {
    return [...this.gates].every(([of, { open }]) => open || (name !== undefined && name !== of));
  }

  /** What is found is taken over, as the program's own keeper does. */
  async look(records: ReadonlyMap<PlatformAccountName, AccountRecord>): Promise<void> {
    for (const [name, gate] of this.gates) {
      if (await gate.look()) continue;
      for (const one of gate.unknown.transactions.filter(isAdoptable)) {
        const { subject, blob, ...use } = useOf(one);
        const named = this.world.variant.gates === 'trusting' ? {} : { subject, blob };
        await records
          .get(name)!
          .change((state) => [
            ...settleUnknown(name, { ...use, ...named }, 'adopted', state),
            ...(this.world.variant.gates === 'forgetful' ? concluded(name, useOf(one)) : []),
          ]);
      }
    }
  }
}

const concluded = (name: PlatformAccountName, { subject, ticket, hash }: UnknownUse): TokenEvent[] =>
  subject && ticket !== null ? [{ type: 'TicketBurned', data: { name, ticket, purpose: `${subject}/1`, hash } }] : [];

function gateOf(world: World, name: PlatformAccountName): AccountGate {
  const { ledger, standing, hasClosedSince } = new LaggingNode(world.ledger, () => world.lag);
  return new AccountGate(name, {
    ledger,
    standing,
    hasClosedSince: world.variant.gates === 'believing' ? () => true : hasClosedSince,
    state: async () => (await load(world.store, accountFold(name))).state,
    fence: () => world.store.fence(),
    journaled: (hashes) => journaledIn(world, hashes),
    lifetime: () => longestLifetime(world.ledger.closeIntervalMs()),
    now: () => world.clock.now(),
  });
}

const JOURNALLED = ['LegSigned', 'AccountTransactionsBegun', 'UnknownTransactionSettled'];

async function journaledIn(world: World, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const { events } = await world.store.readAll(START, { limit: 100_000, filter: { types: JOURNALLED } });
  const known = (events as unknown as (PaymentEvent | TokenEvent)[]).flatMap((event) => {
    if (event.type === 'AccountTransactionsBegun') return event.data.transactions.map(({ hash }) => hash);
    return event.type === 'LegSigned' || event.type === 'UnknownTransactionSettled' ? [event.data.hash] : [];
  });
  return new Set(hashes.filter((hash) => known.includes(hash)));
}
