import { Inject, Injectable } from '@nestjs/common';
import type { PlatformAccountName } from '@tknest/contracts/events';
import { Wallet } from 'xrpl';
import type { Pool } from 'pg';
import { CLOCK, type Clock } from '../../../platform/clock/clock.js';
import { LEDGER_TIME, type LedgerTime } from '../../../platform/clock/ledger-time.js';
import { CONFIG, type Config } from '../../../platform/config/config.js';
import { POOL } from '../../../platform/database/pool.js';
import { EVENT_STORE, type EventStore, type Position } from '../../../platform/event-store/event-store.js';
import { AccountTransactions } from '../../../platform/ledger/accounts/account-transactions.js';
import type { AccountState } from '../../../platform/ledger/accounts/account.state.js';
import { TicketPool } from '../../../platform/ledger/accounts/ticket-pool.js';
import { AccountGate, MayGoOn } from '../../../platform/ledger/accounts/account-gate.js';
import { LEDGER, LedgerUnavailable } from '../../../platform/ledger/ledger-port.js';
import { longestLifetime } from '../../../platform/ledger/submissions/lifetime.js';
import { mustNotCostMore } from '../../../platform/ledger/transactions/policy.js';
import type { XrplGateway } from '../../../platform/ledger/xrpl-gateway.js';
import { ReadModels } from '../../../platform/projections/read-models.js';
import { Causation } from '../../../platform/sessions/causation.js';
import { VaultBlobs } from '../../../platform/vault/vault-blobs.js';
import { VaultService } from '../../../platform/vault/vault.service.js';

/** Before every ledger. */
const EVER = new Date(0);
/** Ledgers that a gate waits in the sandbox. */
const SANDBOX_LIFETIME = 2;

export const ACCOUNT_NAMES: readonly PlatformAccountName[] = ['issuer', 'feeWallet', 'payoutEscrow'];

/**
 * The platform's own accounts. Their keys are made here, kept in the vault, and never leave this class: it signs, and
 * gives out addresses and signatures only.
 */
@Injectable()
export class PlatformAccounts {
  private readonly transactionsOf = new Map<PlatformAccountName, AccountTransactions>();
  private readonly pools = new Map<PlatformAccountName, TicketPool>();
  private readonly wallets = new Map<PlatformAccountName, Wallet>();
  private readonly addresses = new Map<PlatformAccountName, string>();
  private readonly gates = new Map<PlatformAccountName, AccountGate>();

  constructor(
    @Inject(EVENT_STORE) store: EventStore,
    @Inject(LEDGER) ledger: XrplGateway,
    private readonly vault: VaultService,
    blobs: VaultBlobs,
    causation: Causation,
    mayGoOn: MayGoOn,
    @Inject(CONFIG) private readonly config: Pick<Config, 'maxNetworkFeeDrops' | 'sandbox'>,
    @Inject(POOL) pool: Pool,
    readModels: ReadModels,
    @Inject(CLOCK) clock: Clock,
    @Inject(LEDGER_TIME) ledgerTime: LedgerTime | null,
  ) {
    const ports = {
      store,
      ledger,
      blobs,
      sign: (name: PlatformAccountName, transaction: Record<string, unknown>) => this.sign(name, transaction),
      context: () => causation.contextOf({}),
    };
    for (const name of ACCOUNT_NAMES) {
      const gate = new AccountGate(name, {
        ledger,
        state: () => this.state(name),
        standing: (address) => ledger.standing(address),
        journalled: async (hashes) => journalledIn(pool, readModels, await store.head(), hashes),
        // In the sandbox ledgers close by the second, and nobody waits half a minute for play money.
        lifetime: () => (config.sandbox ? SANDBOX_LIFETIME : longestLifetime(ledger.closeIntervalMs())),
        now: () => clock.now(),
        hasClosedSince: (moment) => ledgerTime === null || (ledgerTime.closedAt ?? EVER) >= moment,
      });
      mayGoOn.watch(gate);
      this.gates.set(name, gate);
      this.transactionsOf.set(name, new AccountTransactions({ ...ports, gate }, name));
      this.pools.set(name, new TicketPool(store, name, gate));
    }
  }

  /** The account's facts, and the transactions that take its sequence. */
  transactions(name: PlatformAccountName): AccountTransactions {
    return this.transactionsOf.get(name)!;
  }

  /** Stands before everything that the account signs. */
  gate(name: PlatformAccountName): AccountGate {
    return this.gates.get(name)!;
  }

  tickets(name: PlatformAccountName): TicketPool {
    return this.pools.get(name)!;
  }

  /** Makes the account's key at first start; later starts, and other instances, find it. */
  async ensureMade(name: PlatformAccountName): Promise<string> {
    const state = await this.state(name);
    if (state.address) return state.address;
    const wallet = Wallet.generate();
    const address = wallet.classicAddress;
    const seedItem = await this.vault.put(`platform-account-${name}`, 'ledger-seed', { seed: wallet.seed!, address });
    const after = await this.transactions(name).change((now) =>
      now.address ? [] : [{ type: 'PlatformAccountMade', data: { name, address, seedItem } }],
    );
    return after.address!;
  }

  async address(name: PlatformAccountName): Promise<string> {
    const known = this.addresses.get(name);
    if (known) return known;
    const { address } = await this.state(name);
    if (!address) throw new Error(`The account ${name} has not been made yet`);
    this.addresses.set(name, address);
    return address;
  }

  /** Signs with the account's own key. @throws NetworkFeeTooHigh */
  async sign(name: PlatformAccountName, transaction: Record<string, unknown>): Promise<{ blob: string; hash: string }> {
    mustNotCostMore(BigInt(transaction.Fee as string), this.config.maxNetworkFeeDrops);
    const { tx_blob: blob, hash } = (await this.wallet(name)).sign(transaction as never);
    return { blob, hash };
  }

  private state(name: PlatformAccountName): Promise<AccountState> {
    return this.transactions(name).state();
  }

  private async wallet(name: PlatformAccountName): Promise<Wallet> {
    const known = this.wallets.get(name);
    if (known) return known;
    const { address, seedItem } = await this.state(name);
    const { seed } = (await this.vault.get(seedItem!)) as unknown as { seed: string };
    const wallet = Wallet.fromSeed(seed);
    // A seed read with another algorithm gives another address (xrpl.js 5): never sign with a stranger's key.
    if (wallet.classicAddress !== address) throw new Error(`The vault's seed of ${name} does not give its address`);
    this.wallets.set(name, wallet);
    return wallet;
  }
}

/** @throws LedgerUnavailable where the read model that knows is behind */
async function journalledIn(
  pool: Pool,
  readModels: ReadModels,
  head: Position,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  if (!(await readModels.waitFor(head, ['leg-hashes'])))
    throw new LedgerUnavailable('The read model of what the log has recorded is behind');
  const { rows } = await pool.query<{ hash: string }>('select hash from leg_hashes where hash = any($1)', [hashes]);
  return new Set(rows.map(({ hash }) => hash));
}
