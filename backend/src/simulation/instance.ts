import type { PlatformAccountName } from '@tknest/contracts/events';
import { conflictOf, conflictStream } from '#features/platform-accounts/conflict-case.js';
import { accountOwner, type Needed } from '#platform/ledger/accounts/account-owner.js';
import { AccountRecord } from '#platform/ledger/accounts/account-record.js';
import type { AccountSigner } from '#platform/ledger/accounts/account-signer.js';
import type { AccountState } from '#platform/ledger/accounts/account.state.js';
import { TicketPool } from '#platform/ledger/accounts/ticket-pool.js';
import { ticketsToCreate, type TicketPolicy } from '#platform/ledger/accounts/ticket-refill.js';
import { sweepTickets } from '#platform/ledger/accounts/ticket-sweep.js';
import type { LedgerPort } from '#platform/ledger/ledger-port.js';
import type { CourierPorts } from '#platform/ledger/transactions/courier-ports.js';
import { Courier } from '#platform/ledger/transactions/courier.js';
import type { TransactionOwner } from '#platform/ledger/transactions/group.js';
import type { ProcessContext, ProcessManager } from '#platform/processes/process-manager.js';
import { Gates } from './gates.js';
import type { Signers, World } from './world.js';

/** Events handled in one batch. */
const PAGE = 5;

/** Accounts that sign with tickets, and how many tickets each keeps: few, so that stories meet an empty pool. */
interface Tickets extends TicketPolicy {
  names: readonly PlatformAccountName[];
}

/** One process of the platform; its memory is lost when it ends. */
export abstract class Instance<W extends World = World> {
  protected readonly gates: Gates;
  protected readonly accounts: AccountSigner;
  private readonly records: ReadonlyMap<PlatformAccountName, AccountRecord>;
  protected abstract readonly courier: Courier;
  /** The process managers that follow the log and wake by timers. */
  protected abstract readonly process: ProcessManager;

  constructor(
    protected readonly world: W,
    private readonly outside: Pick<CourierPorts, 'store' | 'ledger' | 'blobs'>,
    private readonly tickets: Tickets,
  ) {
    const { store } = outside;
    const { signers, variant } = world;
    this.gates = new Gates(world, tickets.names);
    const pools = new Map(
      tickets.names.map((name) => [
        name,
        variant.pool?.(store, name) ?? new TicketPool(store, name, this.gates.of(name)),
      ]),
    );
    this.accounts = signingFor(signers, (name) => pools.get(name)!);
    const context = async () => world.context();
    this.records = new Map(tickets.names.map((name) => [name, new AccountRecord({ store, context }, name)]));
  }

  /** The couriers that sign, send and conclude the transactions of these owners, including those for tickets. */
  protected carry(ports: Omit<CourierPorts, keyof typeof ALONE | 'maySign' | 'conflict'>, owners: TransactionOwner[]) {
    const { store, ledger } = ports;
    return new Courier(
      {
        ...ports,
        ...ALONE,
        maySign: async (name) => this.gates.open(name),
        conflict: (found) => conflictOf(store, found),
      },
      [...owners, accountOwner(ports, ticketsAlone(ledger, this.tickets))],
    );
  }

  /** Whether new work may begin. */
  get mayGoOn(): boolean {
    return this.gates.open();
  }

  /** A ledger has closed: each signing gate checks whether it can open. */
  lookAtGates(): Promise<void> {
    return this.gates.look(this.records);
  }

  /** The process reads the log; its checkpoint is written afterwards, so some events are delivered twice. */
  async follow(): Promise<void> {
    const { world, process } = this;
    const page = await world.store.readAll(world.checkpoint, { limit: PAGE, filter: { types: process.events } });
    for (const event of page.events) await process.handle(event, this.context(event.id));
    if (page.next > world.checkpoint) world.checkpoint = page.next;
  }

  /** A timer is due. It is deleted only after it was handled. */
  async fire(key: string): Promise<void> {
    await this.process.onTimer!({ key, dueAt: this.world.clock.now() }, this.context(key));
  }

  private context(cause: string): ProcessContext {
    const { timers } = this.world;
    return {
      commandId: (index) => `${cause}/${index}`,
      schedule: async ({ key, dueAt }) => void timers.set(key, dueAt),
      cancel: async (key) => void timers.delete(key),
    };
  }

  /** Replenishes an account's tickets, as the setup does. */
  async refill(name: PlatformAccountName): Promise<void> {
    await this.courier.advance('account', name);
  }

  async sweep(): Promise<void> {
    if (this.world.variant.sweeps === false) return;
    for (const [name, record] of this.records)
      await sweepTickets(name, record, this.outside.ledger, (purpose) => this.courier.standing(purpose));
  }
}

/** In a story, no other program collects results or refills tickets for a courier. */
export const ALONE = {
  collector: { collect: async () => ({ is: 'open' as const }) },
  refill: async () => undefined,
  conflictStream,
};

/** Signs for the platform's accounts. */
export const signingFor = (signers: Signers, tickets: AccountSigner['tickets']): AccountSigner => ({
  // An account that takes no part in a story has no signer.
  address: async (name) => signers[name]?.classicAddress ?? name,
  sign: async (name, transaction) => {
    const { tx_blob: blob, hash } = signers[name]!.sign(transaction as never);
    return { blob, hash };
  },
  tickets,
});

/** Accounts that are set up and themselves need only tickets. */
const ticketsAlone =
  (ledger: Pick<LedgerPort, 'account' | 'reserves'>, policy: TicketPolicy) =>
  async (_: PlatformAccountName, { free, address }: AccountState): Promise<Needed> => {
    const account = await ledger.account(address!);
    const count = ticketsToCreate(free.length, account!, await ledger.reserves(), policy);
    return count > 0 ? { do: 'sign', row: [{ TransactionType: 'TicketCreate', TicketCount: count }] } : { do: 'rest' };
  };
