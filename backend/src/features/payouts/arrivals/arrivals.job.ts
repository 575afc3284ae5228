import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '#platform/config/config.js';
import { load } from '#platform/event-store/folding.js';
import { HistoryGaps } from '#platform/ledger/history-gaps.js';
import { LedgerUnavailable } from '#platform/ledger/ledger-port.js';
import { ReadModels } from '#platform/projections/read-models.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { listingFold } from '#features/listings/rules.public.js';
import { loanFold } from '#features/loans/rules.public.js';
import { loansProjection, runningLoansOf } from '#features/loans/readers.public.js';
import { paymentSeal, type Seal } from '#features/payments/rules.public.js';
import { paymentsBetween } from '#features/payments/readers.public.js';
import { LedgerStartUp } from '#features/platform-accounts/module.public.js';
import { legHashesProjection } from '#features/reconciliation/readers.public.js';
import { type PayoutPorts, PAYOUT_PORTS } from '../transactions/ports.js';
import { Arrivals, type ArrivalPorts } from './arrivals.js';
import { isPreparedRefund, journaledOf } from './journaled.js';

const EVERY_MS = 2_000;
const JOB = 'escrow-arrivals';

/** Checks every two seconds what reached the escrow, on one instance at a time. */
@Injectable()
export class ArrivalsJob implements OnApplicationBootstrap {
  private readonly log = new Logger('EscrowArrivals');
  private readonly arrivals: Arrivals;

  constructor(
    @Inject(PAYOUT_PORTS) ports: PayoutPorts,
    @Inject(DataSource) db: DataSource,
    @Inject(CONFIG) config: Config,
    readModels: ReadModels,
    vault: VaultService,
    private readonly startUp: LedgerStartUp,
    gaps: HistoryGaps,
  ) {
    this.arrivals = new Arrivals({ ...arrivalPorts(ports, db, config, readModels, paymentSeal(vault)), gaps });
  }

  onApplicationBootstrap(): void {
    this.startUp.every(
      EVERY_MS,
      JOB,
      () => this.followAll(),
      (error) => this.log.error({ err: error }, 'Arrivals at the escrow could not be booked; retrying'),
    );
  }

  private async followAll(): Promise<void> {
    while (await this.arrivals.follow());
  }
}

function arrivalPorts(
  ports: PayoutPorts,
  db: DataSource,
  config: Config,
  readModels: ReadModels,
  seal: Seal,
): ArrivalPorts {
  const ownerOf = async (propertyId: number) => (await load(ports.store, listingFold(propertyId))).state.owner || null;
  const isRunning = async (propertyId: number) =>
    (await load(ports.store, loanFold(propertyId))).state.status === 'open';
  return {
    ...ports,
    journaled: async (hashes) => {
      if (hashes.length === 0) return new Set();
      if (!(await readModels.waitFor(await ports.store.head(), [legHashesProjection.name, loansProjection.name])))
        throw new LedgerUnavailable('The read models that decide about arrivals are behind');
      return journaledOf(hashes, { db, store: ports.store });
    },
    ownerOf,
    runningLoans: async (owner) => {
      // The read model finds the property; the log decides whether its loan is open and to whom it belongs.
      const found = await runningLoansOf(owner, 2, db);
      const runs = await Promise.all(found.map(async (id) => (await isRunning(id)) && (await ownerOf(id)) === owner));
      return found.filter((_, index) => runs[index]);
    },
    paysEscrow: async (wallet) => {
      // This stream exists if the wallet ever began a payment through the platform, even if a read model lacks it.
      const began = await ports.store.read(`payer-${wallet}`, { limit: 1 })[Symbol.asyncIterator]().next();
      if (!began.done) return true;
      return (await paymentsBetween(wallet, await ports.accounts.address('payoutEscrow'), db)).length > 0;
    },
    isAdmin: (wallet) => config.adminWallets.has(wallet),
    isPreparedRefund: (transaction) =>
      isPreparedRefund(transaction, { store: ports.store, seal, rlusdIssuer: ports.settings.rlusdIssuer }),
    firstLedger: async () => {
      for await (const { data } of ports.store.read('ledger-identity', { limit: 1 })) return data.ledgerIndex;
      return ports.ledger.validatedIndex();
    },
  };
}
