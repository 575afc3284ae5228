import { Inject, Injectable } from '@nestjs/common';
import type { PlatformAccountName } from '@tknest/contracts/events';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { LEDGER_TIME, type LedgerTime } from '#platform/ledger/ledger-time.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { EVENT_STORE, type EventStore, type Position } from '#platform/event-store/event-store.js';
import { STORED_LOG, type StoredLog } from '#platform/event-store/stored-log.js';
import { AccountRecord } from '#platform/ledger/accounts/account-record.js';
import type { AccountState, OwnKey } from '#platform/ledger/accounts/account.state.js';
import { TicketPool } from '#platform/ledger/accounts/ticket-pool.js';
import { AccountGate, MayGoOn } from '#platform/ledger/accounts/account-gate.js';
import { LEDGER, LedgerUnavailable } from '#platform/ledger/ledger-port.js';
import type { XrplGateway } from '#platform/ledger/xrpl-gateway.js';
import type { Reads } from '#platform/projections/readers.js';
import { ReadModels } from '#platform/projections/read-models.js';
import { Causation } from '#platform/sessions/causation.js';
import { legHashesProjection, signedAmong } from '#features/reconciliation/readers.public.js';

/** Earlier than every ledger. */
const EVER = new Date(0);
/** How many ledgers a signing gate waits in the sandbox. */
const SANDBOX_LIFETIME = 2;

interface Parts {
  record: AccountRecord;
  gate: AccountGate;
  tickets: TicketPool;
}

/** The platform's own accounts: their addresses, streams, gates and tickets. It opens no key (`AccountKeys` does). */
@Injectable()
export class PlatformAccounts {
  private readonly parts: Readonly<Record<PlatformAccountName, Parts>>;
  /** The key that signs for each account, as of the last read of its stream. */
  private readonly signing = new Map<PlatformAccountName, OwnKey>();
  private readonly addresses = new Map<PlatformAccountName, string>();

  constructor(
    @Inject(EVENT_STORE) store: EventStore,
    @Inject(STORED_LOG) log: Pick<StoredLog, 'fence'>,
    @Inject(LEDGER) ledger: XrplGateway,
    causation: Causation,
    mayGoOn: MayGoOn,
    @Inject(CONFIG) config: Pick<Config, 'sandbox'>,
    @Inject(DataSource) db: DataSource,
    readModels: ReadModels,
    @Inject(CLOCK) clock: Clock,
    @Inject(LEDGER_TIME) ledgerTime: LedgerTime | null,
  ) {
    const ports = { store, context: () => causation.contextOf({}) };
    const partsOf = (name: PlatformAccountName): Parts => {
      const gate = new AccountGate(name, {
        ledger,
        state: () => this.state(name),
        standing: (address) => ledger.standing(address),
        fence: () => log.fence(),
        journaled: async (hashes) => journaledIn(db, readModels, await store.head(), hashes),
        // In the sandbox, ledgers close every second, and test money need not wait half a minute.
        lifetime: () => (config.sandbox ? SANDBOX_LIFETIME : ledger.lifetime()),
        now: () => clock.now(),
        hasClosedSince: (moment) => ledgerTime === null || (ledgerTime.closedAt ?? EVER) >= moment,
      });
      mayGoOn.watch(gate);
      const tickets = new TicketPool(store, name, gate, clock, (state) => this.note(name, state));
      return { record: new AccountRecord(ports, name), gate, tickets };
    };
    const [issuer, feeWallet, payoutEscrow] = [partsOf('issuer'), partsOf('feeWallet'), partsOf('payoutEscrow')];
    this.parts = { issuer, feeWallet, payoutEscrow };
  }

  /** The account's event stream. */
  record(name: PlatformAccountName): AccountRecord {
    return this.parts[name].record;
  }

  /** Decides whether the account may sign: see AccountGate. */
  gate(name: PlatformAccountName): AccountGate {
    return this.parts[name].gate;
  }

  tickets(name: PlatformAccountName): TicketPool {
    return this.parts[name].tickets;
  }

  async address(name: PlatformAccountName): Promise<string> {
    const known = this.addresses.get(name);
    if (known) return known;
    const { address } = await this.state(name);
    if (!address) throw notMade(name);
    this.addresses.set(name, address);
    return address;
  }

  /**
   * The vault item of the key that signs: the regular key if there is one. @param which `master` even if there is a
   * regular key
   */
  async keyOf(name: PlatformAccountName, which: 'signing' | 'master' = 'signing'): Promise<OwnKey> {
    const known = which === 'master' ? null : this.signing.get(name);
    if (known) return known;
    const { address, seedItem, regularKey } = await this.state(name);
    if (!address || !seedItem) throw notMade(name);
    return (which === 'master' ? null : regularKey) ?? { address, seedItem };
  }

  private state(name: PlatformAccountName): Promise<AccountState> {
    return this.record(name).state();
  }

  private note(name: PlatformAccountName, { regularKey, address, seedItem }: AccountState): void {
    if (address && seedItem) this.signing.set(name, regularKey ?? { address, seedItem });
  }
}

const notMade = (name: PlatformAccountName): Error => new Error(`The account ${name} has not been created yet`);
/** @throws LedgerUnavailable if the read model of journaled hashes is behind */
async function journaledIn(
  db: Reads,
  readModels: ReadModels,
  head: Position,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  if (!(await readModels.waitFor(head, [legHashesProjection.name])))
    throw new LedgerUnavailable('The read model of recorded transactions is behind');
  return signedAmong(hashes, db);
}
