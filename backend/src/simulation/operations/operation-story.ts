import { encode } from 'xrpl';
import { CURRENCY } from '@tknest/contracts/rules';
import { conflictOf } from '#features/platform-accounts/conflict-case.js';
import { load } from '#platform/event-store/folding.js';
import { accountFold, accountStream } from '#platform/ledger/accounts/account.state.js';
import { subjectNamedBy } from '#platform/ledger/accounts/settled-before.js';
import { TicketPool } from '#platform/ledger/accounts/ticket-pool.js';
import { LedgerUnavailable } from '#platform/ledger/ledger-port.js';
import { Courier } from '#platform/ledger/transactions/courier.js';
import type { Held, OwnerPorts, TransactionOwner } from '#platform/ledger/transactions/group.js';
import { Random } from '#platform/seeded-random.js';
import { gated } from '../gated.js';
import { ALONE, signingFor } from '../instance.js';
import { BUYERS, ISSUER } from '../purchases/purchase-cast.js';
import { Killed } from '../scheduler.js';
import { SimLedger } from '../sim-ledger.js';
import { RLUSD_ISSUER, World } from '../world.js';

export const HOLDER = BUYERS[0]!.classicAddress;
export const ISSUER_ADDRESS = ISSUER.classicAddress;
const TICKETS = [101, 102, 103, 104];

/** One operation of the issuer, in a world in which the process may be killed at every external call of its engine. */
export abstract class OperationStory extends World {
  /** Drops above which nothing is signed. */
  maxFeeDrops = 50_000n;
  /** Counts down to the kill; at an even number before the call, at an odd one after it. */
  killAt = Infinity;
  steps = 0;

  constructor(
    seed: number,
    private readonly id: string,
  ) {
    super(seed, {}, { beginsOn: '2026-01-01', signers: { issuer: ISSUER }, ledger: SimLedger });
    // Ids do not consume the ledger's random numbers.
    this.ledger = new SimLedger(new Random(seed), RLUSD_ISSUER, ISSUER_ADDRESS);
    this.ledger.accounts.set(ISSUER_ADDRESS, { sequence: 200, xrp: 100_000_000n });
    this.ledger.accounts.set(HOLDER, { sequence: 1, xrp: 100_000_000n });
    this.ledger.tickets.set(ISSUER_ADDRESS, new Set(TICKETS));
    this.ledger.lines.set(`${HOLDER}/${CURRENCY.token}`, { authorized: false, frozen: false });
  }

  protected abstract ownerOn(ports: OwnerPorts): TransactionOwner;

  /** The issuer's account with its tickets. */
  protected async open(): Promise<void> {
    await this.recordPlatformAccounts();
    const made = { type: 'TicketsCreated', data: { name: 'issuer', tickets: TICKETS, hash: 'T' } };
    await this.append(accountStream('issuer'), [made]);
  }

  /** A new process: its earlier memory is lost. */
  engine(): { advance(): Promise<unknown>; release(held: Held): Promise<void> } {
    const { store, ledger, blobs } = gated(this, { store: this.store, ledger: this.ledger, blobs: this.blobs });
    const pool = new TicketPool(store, 'issuer');
    const ports = {
      ...ALONE,
      store,
      ledger,
      blobs,
      clock: this.clock,
      accounts: signingFor(this.signers, () => pool),
      businessDate: async () => this.today,
      maySign: async () => true,
      conflict: (found: Parameters<typeof conflictOf>[1]) => conflictOf(store, found),
      maxFeeDrops: this.maxFeeDrops,
      turns: {},
    };
    const owner = this.ownerOn(ports);
    const courier = new Courier(ports, [owner]);
    return {
      advance: () => courier.advance(owner.kind, this.id),
      release: (held) => courier.release(owner.kind, this.id, held),
    };
  }

  /** Every external call passes here before and after. */
  async gate(label: string): Promise<void> {
    if (this.steps++ === this.killAt) throw new Killed(label);
  }

  /** A log restored from a backup: the ledger has continued, and the signing gate has found what the log lacks. */
  async restoredBeside({ ledger }: OperationStory): Promise<this> {
    this.ledger = ledger;
    for (const { hash, transaction, ledgerIndex, result } of ledger.applied.values()) {
      const found = {
        hash,
        ledgerIndex,
        result,
        ticket: transaction.TicketSequence,
        blob: encode(transaction as never),
      };
      const data = { ...found, name: 'issuer', what: transaction.TransactionType, sequence: null, tickets: [] };
      const settled = { ...data, how: 'adopted', subject: subjectNamedBy(transaction) };
      await this.append(accountStream('issuer'), [{ type: 'UnknownTransactionSettled', data: settled }]);
    }
    return this;
  }

  /** Advances while ledgers close. */
  async run(rounds = 80): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      try {
        await this.engine().advance();
      } catch (error) {
        // After a lost response or a kill, the next process begins with the log.
        if (!(error instanceof Killed) && !(error instanceof LedgerUnavailable)) throw error;
        if (this.killAt % 4 < 2) this.ledger.loseOpenLedger();
      }
      this.ledger.close();
    }
  }

  /** Every ticket is free or burned, and everything on the ledger was journaled before. */
  async ticketsAndJournal(stream: string, type: string) {
    const account = (await load(this.store, accountFold('issuer'))).state;
    const journaled = new Set<string>();
    for await (const event of this.store.read(stream)) if (event.type === type) journaled.add(event.data.hash);
    return {
      assigned: [...account.assigned],
      freeAsOnLedger:
        JSON.stringify(account.free) ===
        JSON.stringify([...this.ledger.tickets.get(ISSUER_ADDRESS)!].sort((a, b) => a - b)),
      unjournaled: [...this.ledger.applied.keys()].filter((hash) => !journaled.has(hash)),
    };
  }

  /** The whole operation again, once for each external call, with a kill there. */
  static async killedEverywhere<S extends OperationStory>(
    tell: (seed: number) => Promise<S>,
    expectation: (story: S) => Promise<void>,
  ): Promise<number> {
    const whole = await tell(1);
    await whole.run();
    for (let killAt = 0; killAt < whole.steps; killAt++) {
      const story = await tell(killAt + 2);
      story.steps = 0;
      story.killAt = killAt;
      await story.run();
      await expectation(story);
    }
    return whole.steps;
  }
}

export const WELL = { assigned: [], freeAsOnLedger: true, unjournaled: [] };
