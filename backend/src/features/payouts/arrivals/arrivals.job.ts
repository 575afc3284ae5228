import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
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
import { journaledAmong, legHashesProjection } from '#features/reconciliation/readers.public.js';
import { type PayoutPorts, PAYOUT_PORTS } from '../transactions/ports.js';
import { Arrivals } from './arrivals.js';
import { escrowFollower, type EscrowPorts } from './escrow-follower.js';
import { FollowedDay } from './followed-day.js';
import { feeFollower, type FeePorts } from './fee-follower.js';
import { journaledOf, preparedAs } from './journaled.js';

const EVERY_MS = 2_000;
const JOBS = { escrow: 'escrow-arrivals', fees: 'fee-arrivals' };

/** Checks every two seconds what reached the escrow and the fee wallet, each on one instance at a time. */
@Injectable()
export class ArrivalsJob implements OnApplicationBootstrap {
  private readonly escrow: Arrivals;
  private readonly fees: Arrivals;

  constructor(
    @Inject(PAYOUT_PORTS) ports: PayoutPorts,
    @Inject(DataSource) db: DataSource,
    @Inject(CONFIG) config: Config,
    readModels: ReadModels,
    vault: VaultService,
    private readonly startUp: LedgerStartUp,
    gaps: HistoryGaps,
    private readonly followed: FollowedDay,
  ) {
    const seal = paymentSeal(vault);
    const ofEscrow = { ...escrowPorts(ports, db, config, readModels, seal), gaps };
    this.escrow = new Arrivals(ofEscrow, escrowFollower(ofEscrow));
    const ofFees = { ...feePorts(ports, db, readModels, seal), gaps };
    this.fees = new Arrivals(ofFees, feeFollower(ofFees));
  }

  onApplicationBootstrap(): void {
    const ofEscrow = async () => {
      // Loans wait for the first ledger of a new day.
      const records = await this.followed.isBehind();
      while (await this.escrow.follow(records));
    };
    const ofFees = async () => {
      while (await this.fees.follow());
    };
    this.startUp.every(EVERY_MS, JOBS.escrow, ofEscrow, 'Arrivals at the escrow could not be booked; retrying');
    this.startUp.every(EVERY_MS, JOBS.fees, ofFees, 'What reached the fee wallet could not be booked; retrying');
  }
}

const firstLedgerOf =
  ({ store, ledger }: PayoutPorts) =>
  async (): Promise<number> => {
    for await (const { data } of store.read('ledger-identity', { limit: 1 })) return data.ledgerIndex;
    return ledger.validatedIndex();
  };

function feePorts(ports: PayoutPorts, db: DataSource, readModels: ReadModels, seal: Seal): FeePorts {
  return {
    ...ports,
    seal,
    firstLedger: firstLedgerOf(ports),
    journaled: async (hashes) => {
      if (!(await readModels.waitFor(await ports.store.head(), [legHashesProjection.name])))
        throw new LedgerUnavailable('The read model of recorded transactions is behind');
      return journaledAmong(hashes, db);
    },
  };
}

function escrowPorts(
  ports: PayoutPorts,
  db: DataSource,
  config: Config,
  readModels: ReadModels,
  seal: Seal,
): EscrowPorts {
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
    preparedAs: (transaction) =>
      preparedAs(transaction, { store: ports.store, seal, rlusdIssuer: ports.settings.rlusdIssuer }),
    firstLedger: firstLedgerOf(ports),
  };
}
