import type { PauseCause } from '@tknest/contracts/events';
import { toDecimal } from '@tknest/contracts/money';
import { encode, Wallet } from 'xrpl';
import type { NewEvent } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context } from '../event-store/adapter.js';
import { accountFold } from '#platform/ledger/accounts/account.state.js';
import { ALWAYS_OPEN } from '#platform/ledger/accounts/account-gate.js';
import { subjectNamedBy } from '#platform/ledger/accounts/settled-before.js';
import { TicketPool } from '#platform/ledger/accounts/ticket-pool.js';
import type { Conclusion, LineFacts, Sought } from '#platform/ledger/ledger-port.js';
import { Courier } from '#platform/ledger/transactions/courier.js';
import { caseFold } from '#features/operations-cases/rules.public.js';
import { conflictOf, conflictStream } from '#features/platform-accounts/module.public.js';
import { emptyEscrow, escrowFold, post } from '#features/payouts/escrow/escrow.decider.js';
import { batchFold } from '#features/payouts/runs/batch.state.js';
import { fundPayees, fundRun, type RunOrder } from '#features/payouts/runs/run.decider.js';
import { noRun, runFold, runStream } from '#features/payouts/runs/run.state.js';
import { payoutOwner } from '#features/payouts/transactions/owner.js';
import type { PayoutPorts } from '#features/payouts/transactions/ports.js';

/** Addresses that can be encoded, the same in each run. */
export const addressOf = (seed: number): string => Wallet.fromEntropy(new Uint8Array(16).fill(seed)).classicAddress;

export const ISSUER = addressOf(1);
export const ESCROW = addressOf(2);
export const FEES = addressOf(3);
const EACH = 5_000_000n;

/** What the ledger answers to payments to a wallet: a result, or that it has no such transaction. */
export type Fate = string | 'pending' | 'expired' | 'taken';

/** Runs of a few holders on a scripted ledger; the test advances the time. */
export class FewLines {
  now = 0;
  readonly clock = { now: () => new Date(this.now), sleep: async () => undefined };
  readonly store = new MemoryEventStore(this.clock);
  readonly sent: string[] = [];
  /** What the accounts signed, as it is on the ledger. */
  readonly payments: Record<string, any>[] = [];
  readonly fates = new Map<string, Fate>();
  /** The objections to a wallet, or to everybody. */
  readonly accountFlags = new Map<string, number>();
  readonly lines = new Map<string, Partial<LineFacts> | null>();
  /** Senders that a wallet let in though it has DepositAuth. */
  readonly letIn = new Map<string, string>();
  maySign = true;
  /** Whether a second node shows the escrow's money. */
  confirms = true;
  escrowHolds = '1000000';
  xrp = 1_000_000_000n;
  ledgerIndex = 100;
  historyFrom: number[] = [];
  sought = 0;
  duringSignature: () => Promise<unknown> = async () => undefined;
  private readonly signed = new Map<string, { to: string; value: string; at: number }>();

  private readonly pools = {
    payoutEscrow: new TicketPool(this.store, 'payoutEscrow', ALWAYS_OPEN, this.clock),
    feeWallet: new TicketPool(this.store, 'feeWallet', ALWAYS_OPEN, this.clock),
  };
  readonly ledger = {
    room: async () => 1_000,
    validatedIndex: async () => this.ledgerIndex,
    closeIntervalMs: () => 1_000,
    lifetime: () => 20,
    fee: async () => 10n,
    reserves: async () => ({ base: 1n, increment: 1n }),
    account: async (address: string) => ({ address, balance: this.xrp, flags: this.accountFlags.get(address) ?? 0 }),
    line: async (holder: string) => {
      const line = this.lines.get(holder);
      const open = { balance: '0', limit: '1000000', frozen: false, deepFrozen: false };
      return line === null ? null : { ...open, ...(holder === ESCROW ? { balance: this.escrowHolds } : {}), ...line };
    },
    depositAuthorized: async (source: string, to: string) => this.letIn.get(to) === source,
    submit: async (blob: string) => void this.sent.push(blob),
    conclude: async ({ hash, lastLedgerSequence }: Sought) => (this.sought++, this.fateOf(hash, lastLedgerSequence)),
    history: (_: string, from: number) => this.history(from),
  };
  readonly ports = {
    store: this.store,
    turns: {},
    clock: this.clock,
    ledger: this.ledger,
    blobs: {
      keep: async (_: string, blob: string) => (await this.duringSignature(), blob),
      open: async (item: string) => item,
    },
    accounts: {
      address: async (name: string) => (name === 'payoutEscrow' ? ESCROW : FEES),
      sign: async (_: string, payment: { Destination: string; Amount: { value: string } }) => {
        const {
          Destination: to,
          Amount: { value },
        } = payment;
        this.payments.push(payment);
        const hash = `HASH${this.signed.size + 1}`;
        this.signed.set(hash, { to, value, at: this.ledgerIndex + 1 });
        return { blob: `to ${to}`, hash };
      },
      tickets: (name: 'payoutEscrow' | 'feeWallet') => this.pools[name],
    },
    holders: async () => new Map(this.holders.map((holder) => [holder, 1])),
    blocked: async () => new Set<string>(),
    businessDate: async () => '2027-01-15',
    settings: { rlusdIssuer: ISSUER },
  };

  /** @param holders of property 1, who have a token each */
  constructor(readonly holders: readonly string[] = ['rA', 'rB']) {}

  readonly append = (stream: string, ...events: NewEvent[]) => this.store.append(stream, 'any', events, context());

  /** The escrow with tickets and money. */
  async open(tickets = 240): Promise<this> {
    const made = Array.from({ length: tickets }, (_, index) => index + 1);
    const data = { name: 'payoutEscrow', tickets: made, hash: 'H' };
    await this.append('account-payoutEscrow', { type: 'TicketsCreated', data });
    const amount = 10n ** 24n;
    const entries = [
      { account: 'ledger', amount: -amount },
      { account: 'float', amount: amount / 2n },
      { account: 'deposit/1', amount: amount / 2n },
    ] as const;
    await this.append(
      'escrow-books',
      post({ postingId: 'start', kind: 'arrival', entries: [...entries] }, emptyEscrow),
    );
    return this;
  }

  /** A run of property 1. @param fee with it */
  async ordered(runId: string, fee = 0n): Promise<this> {
    const amount = EACH * BigInt(this.holders.length) + fee;
    const escrow = (await load(this.store, escrowFold)).state;
    const funded = fundRun(orderOf(runId, amount, fee, 1), 'deposit/1', { run: noRun, escrow });
    await this.append(runStream(runId), ...funded.run);
    await this.append('escrow-books', ...funded.escrow);
    return this;
  }

  /** One payment by hand, out of the float. */
  async byHand(runId: string, wallet: string): Promise<this> {
    const escrow = (await load(this.store, escrowFold)).state;
    const payees = [{ wallet, amount: EACH }];
    const made = fundPayees(orderOf(runId, EACH, 0n, null), 'float', payees, { run: noRun, escrow });
    await this.append(runStream(runId), ...made.run);
    await this.append(`lines-${runId}-0`, ...made.lines);
    await this.append('escrow-books', ...made.escrow);
    return this;
  }

  readonly owner = payoutOwner(this.ports as unknown as PayoutPorts);
  readonly courier = new Courier(
    {
      ...(this.ports as any),
      maySign: async () => this.maySign,
      confirms: async () => this.confirms,
      collector: { collect: async () => ({ is: 'open' }) },
      refill: async () => undefined,
      conflict: (found) => conflictOf(this.store, found),
      conflictStream,
    },
    [this.owner],
  );

  /** Looks so often, while ledgers close and seconds pass. */
  async go(runId: string, looks = 1, ledgers = 1): Promise<this> {
    for (let look = 0; look < looks; look++) {
      await this.courier.advance('payout', runId);
      this.ledgerIndex += ledgers;
      this.now += ledgers * 1_000;
    }
    return this;
  }

  async line(runId: string, wallet: string, batch = '0') {
    return (await load(this.store, batchFold(runId, batch))).state.lines.get(wallet)!;
  }

  async run(runId: string): Promise<{ phase: string; paused: PauseCause | null; open: string[] }> {
    const { phase, paused, open } = (await load(this.store, runFold(runId))).state;
    return { phase, paused, open: [...open] };
  }

  async caseOf(caseId: string): Promise<string> {
    return (await load(this.store, caseFold(caseId))).state.status;
  }

  async assigned(): Promise<number> {
    return (await load(this.store, accountFold('payoutEscrow'))).state.assigned.size;
  }

  /** The ledger holds a payment that this log has not signed. */
  holds(hash: string, to: string, value: string): void {
    this.signed.set(hash, { to, value, at: this.ledgerIndex });
  }

  /** This log has lost a payment of the escrow, and adopts it from the ledger. @param value what it paid */
  async adopts(payment: Record<string, any>, value: string = payment.Amount.value, ledgerIndex = 90): Promise<void> {
    const { TicketSequence: ticket, Amount, Destination } = payment;
    const data = {
      name: 'payoutEscrow',
      what: 'Payment',
      hash: lostHash(ticket),
      ticket,
      sequence: null,
      tickets: [],
      result: 'tesSUCCESS',
      ledgerIndex,
      how: 'adopted',
      subject: subjectNamedBy(payment),
      blob: encode({ ...payment, Amount: { ...Amount, value } } as never),
    };
    this.holds(lostHash(ticket), Destination, value);
    await this.append('account-payoutEscrow', { type: 'UnknownTransactionSettled', data });
  }

  private fateOf(hash: string, lastLedgerSequence: number): Conclusion {
    const { to, value, at } = this.signed.get(hash)!;
    const fate = this.fates.get(to) ?? 'tesSUCCESS';
    if (fate === 'taken') return { kind: 'absent', reason: 'sequence-used' };
    if (fate === 'expired' && this.ledgerIndex > lastLedgerSequence) return { kind: 'absent', reason: 'expired' };
    if (fate === 'pending' || fate === 'expired' || this.ledgerIndex < at) return { kind: 'pending' };
    const delivered = { currency: '524C555344000000000000000000000000000000', issuer: ISSUER, value };
    return { kind: 'validated', result: fate, ledgerIndex: at, delivered, transaction: {} };
  }

  private async *history(from: number) {
    this.historyFrom.push(from);
    for (const hash of this.signed.keys()) {
      const fate = this.fateOf(hash, Infinity);
      if (fate.kind === 'validated') yield { hash, ...fate, tx: fate.transaction, meta: {} };
    }
  }
}

/** The hash of a payment that is adopted. */
export const lostHash = (ticket: number): string => `LOST${ticket}`;

const orderOf = (runId: string, amount: bigint, fee: bigint, propertyId: number | null): RunOrder => ({
  runId,
  propertyId,
  source: 'payback',
  period: '2027-01-15',
  date: '2027-01-15',
  recordPosition: null,
  amount,
  fee,
});

export const SHARE = toDecimal(EACH);
