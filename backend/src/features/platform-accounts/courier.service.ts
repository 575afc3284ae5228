import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { LedgerPacer } from '#platform/ledger/ledger-pacer.js';
import { accountOwner } from '#platform/ledger/accounts/account-owner.js';
import type { Standing } from '#platform/ledger/accounts/ticket-sweep.js';
import { LEDGER, type LedgerPort } from '#platform/ledger/ledger-port.js';
import { Collector } from '#platform/ledger/transactions/collect.js';
import { Courier } from '#platform/ledger/transactions/courier.js';
import { CourierProcess, nameOf, readName } from '#platform/ledger/transactions/courier-process.js';
import type { Held, OwnerPorts, TransactionOwner } from '#platform/ledger/transactions/group.js';
import type { TransactionKind } from '@tknest/contracts/rules';
import { XrplConnection } from '#platform/ledger/xrpl-connection.js';
import { ProcessRegistry } from '#platform/processes/process-registry.js';
import { VaultBlobs } from '#platform/ledger/submissions/vault-blobs.js';
import { WALLET_APP, type WalletAppPort } from '#platform/wallet-app/wallet-app-port.js';
import { WalletQuestions } from '#platform/wallet-app/wallet-questions.js';
import { later, WorkerRequests } from '#platform/worker-requests/worker-requests.js';
import { AccountKeys } from './accounts/account-keys.js';
import { AccountNeeds } from './accounts/account-needs.js';
import { PlatformAccounts } from './accounts/platform-accounts.js';
import { conflictOf, conflictStream } from './conflict-case.js';
import { HeldProcess } from './held.process.js';
import { SecondNode } from './second-node.js';
import { LedgerStartUp } from './start-up.js';

/** How long a request waits for a worker's step, which continues after that. */
const STEP_WITHIN_MS = 5_000;

interface Step {
  kind: TransactionKind;
  id: string;
}

/** This process's only courier. Features register the owners of their transactions. */
@Injectable()
export class CourierService implements OnModuleInit, OnApplicationShutdown {
  private readonly courier: Courier;
  private readonly pacer: LedgerPacer;
  private readonly ports: OwnerPorts;

  constructor(
    @Inject(EVENT_STORE) store: EventStore,
    @Inject(LEDGER) ledger: LedgerPort,
    @Inject(CLOCK) clock: Clock,
    @Inject(CONFIG) config: Config,
    calendar: BusinessCalendar,
    blobs: VaultBlobs,
    accounts: PlatformAccounts,
    keys: AccountKeys,
    needs: AccountNeeds,
    startUp: LedgerStartUp,
    @Inject(WALLET_APP) walletApp: WalletAppPort,
    questions: WalletQuestions,
    secondNode: SecondNode,
    private readonly processes: ProcessRegistry,
    private readonly connection: XrplConnection,
    private readonly requests: WorkerRequests,
  ) {
    this.ports = { store, ledger, accounts };
    this.courier = new Courier({
      store,
      ledger,
      clock,
      blobs,
      accounts: {
        address: (name) => accounts.address(name),
        tickets: (name) => accounts.tickets(name),
        sign: (name, transaction) => keys.sign(name, transaction),
      },
      businessDate: () => calendar.underWay(),
      // An account signs nothing until its state on the ledger is shown to match the log.
      maySign: async (name) => accounts.gate(name).open,
      confirms: (credit, stream) => secondNode.confirms(credit, stream),
      collector: new Collector({
        ledger,
        walletApp,
        questions,
        now: () => clock.now(),
        network: config.xrpl.network,
      }),
      refill: () => startUp.refill(),
      conflict: (found) => conflictOf(store, found),
      conflictStream,
      maxFeeDrops: config.maxNetworkFeeDrops,
      turns: store,
    });
    this.pacer = new LedgerPacer('Courier', (name) => this.courier.advance(...readName(name)), clock);
    requests.carryOut('carry', async ({ kind, id }: Step) => void (await this.pacer.advance(nameOf(kind, id))));
    requests.onTold('wallet-answered', ({ payloadUuid }: { payloadUuid: string }) => questions.hear(payloadUuid));
    const standing: Standing = (purpose) => this.courier.standing(purpose);
    this.courier.register(accountOwner({ ...this.ports, blobs }, (name, state) => needs.next(name, state, standing)));
    startUp.carriedBy({ standing, advance: (name) => this.pacer.advance(nameOf('account', name)) });
  }

  onModuleInit(): void {
    this.processes.register(new CourierProcess(this.courier, this.pacer));
    const advance = this.advance.bind(this);
    const release = this.release.bind(this);
    this.processes.register(new HeldProcess(this.ports.store, { release, advance }));
    this.pacer.follow(this.connection);
  }

  onApplicationShutdown(): Promise<void> {
    return this.pacer.stop();
  }

  /** Registers the owner of a feature's transactions. */
  carry(ownerOn: (ports: OwnerPorts) => TransactionOwner): void {
    this.courier.register(ownerOn(this.ports));
  }

  /** Allows a held transaction to be signed again, on another ticket. @throws TryAgainLater if it is too early */
  release(kind: TransactionKind, id: string, held: Held): Promise<void> {
    return this.courier.release(kind, id, held);
  }

  /**
   * Takes every step of an owner's transactions that can be taken now; a process without keys asks a worker.
   * @returns when to call again; null if only a new event can change anything
   */
  async advance(kind: TransactionKind, id: string): Promise<Date | null> {
    if (this.requests.areRemote) {
      await this.requests
        .ask('carry', { kind, id }, { withinMs: STEP_WITHIN_MS, lease: 'process:courier' })
        .catch(later);
      return null;
    }
    return this.pacer.advance(nameOf(kind, id));
  }
}
