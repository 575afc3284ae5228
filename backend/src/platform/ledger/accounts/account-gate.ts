import { LedgerUnavailable, type LedgerPort, type LedgerTransaction } from '../ledger-port.js';
import type { AccountState } from './account.state.js';
import {
  differencesOf,
  explains,
  isEqual,
  unexplained,
  type AccountStanding,
  type Differences,
  type Sequences,
} from './gate.rules.js';

/** How long a user's request waits for an account's signing gate, in milliseconds. */
const PATIENCE_MS = 8_000;
const LOOK_MS = 50;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Ledgers searched at a time, backwards. */
const LEDGERS_AT_ONCE = 1_000;

/**
 * The account's signing gate is shut: it signs nothing until it is proved that the log contains all of its
 * transactions. Try again later.
 */
export class GateShut extends LedgerUnavailable {
  constructor(name: string) {
    super(`The platform's ${name} signs nothing until the ledger has shown that the log contains all its transactions`);
    this.name = 'GateShut';
  }
}

/** What the ledger shows and the log does not contain. */
export interface Unknown {
  transactions: readonly LedgerTransaction[];
  /** Used by a transaction that the nodes do not have, because their history is too short. */
  tickets: readonly number[];
  sequences: Sequences | null;
  /** Tickets on the ledger that were created by an unknown TicketCreate. */
  made: readonly number[];
}

const NOTHING: Unknown = { transactions: [], tickets: [], sequences: null, made: [] };

export interface GatePorts {
  ledger: Pick<LedgerPort, 'validatedIndex' | 'history' | 'holds'>;
  state(): Promise<AccountState>;
  /** The account in one validated ledger; null if it does not exist. @throws LedgerUnavailable */
  standing(address: string): Promise<AccountStanding | null>;
  /** The fencing token of the server that keeps the log. */
  fence(): Promise<string>;
  /** Which of these hashes the log has journaled so far. */
  journaled(hashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Number of ledgers after which nothing signed earlier can still be validated. */
  lifetime(): number;
  now(): Date;
  /** Whether a validated ledger closed after this time; the sandbox's ledger has its own clock. */
  hasClosedSince(moment: Date): boolean;
}

/**
 * The signing gate of a platform account. It shuts when the program starts, when a transaction of the account appears
 * that the log does not contain, and when another database server keeps the log. It opens once a validated ledger,
 * later than any earlier signature can remain valid, shows the sequence and the tickets that the log expects. Otherwise
 * a log that was restored from a backup, or lost its last commits in a failover, would pay a second time.
 *
 * It notices a failover at its next check, which may be after the next payment. Signatures are therefore journaled with
 * the fencing token under which the gate opened, and no other server accepts that token.
 */
export class AccountGate {
  private isOpen = false;
  private shutSince: Date;
  /**
   * The first validated ledger that closed after the gate shut: earlier ledgers, from a lagging node, prove nothing.
   */
  private shutAt: number | null = null;
  private shutFor = 'the program has started';
  /** A check that began before the gate shut again proves nothing about later transactions. */
  private timesShut = 0;
  /** Fencing token of the server whose log was last compared with the ledger. */
  private fence: string | null = null;
  /** The findings of the last check. */
  unknown = NOTHING;

  constructor(
    readonly name: string,
    private readonly ports: GatePorts,
  ) {
    this.shutSince = ports.now();
  }

  get open(): boolean {
    return this.isOpen;
  }

  /** Why it is shut, for people; null if it is open. */
  get reason(): string | null {
    if (this.isOpen) return null;
    const { transactions, tickets, sequences } = this.unknown;
    if (transactions.length > 0) return `${transactions.length} transactions are not in the log`;
    if (tickets.length > 0 || sequences !== null) return 'the ledger nodes lack the transactions that used its tickets';
    if (this.shutAt === null && !this.ports.hasClosedSince(this.shutSince))
      return `${this.shutFor}, and the ledger node lags behind this machine's clock`;
    return this.shutFor;
  }

  shut(reason: string): void {
    [this.isOpen, this.shutAt, this.shutFor, this.shutSince] = [false, null, reason, this.ports.now()];
    this.timesShut++;
  }

  /** @returns the fencing token for the commit that journals what is signed now @throws GateShut */
  mustBeOpen(): string {
    if (!this.isOpen) throw new GateShut(this.name);
    return this.fence!;
  }

  /** Checks whether it can open, or must be shut. @returns whether it is open now @throws LedgerUnavailable */
  async look(): Promise<boolean> {
    const fence = await this.ports.fence();
    if (fence !== this.fence) {
      // At the first check the previous server is unknown: the log may have failed over since the start.
      this.shut(this.fence === null ? this.shutFor : 'the database server was restarted or replaced');
      this.fence = fence;
    }
    if (this.isOpen) return true;
    const { timesShut } = this;
    if (this.shutAt === null) {
      if (!this.ports.hasClosedSince(this.shutSince)) return false;
      const index = await this.ports.ledger.validatedIndex();
      if (this.timesShut !== timesShut) return false;
      this.shutAt = index;
    }
    const { shutAt } = this;
    const state = await this.ports.state();
    const { address } = state;
    const standing = address === null ? null : await this.ports.standing(address);
    // Nothing was ever signed, so the log cannot have lost anything.
    if (state.nextSequence === null && (!standing || standing.isUntouched)) return this.openUp(timesShut);
    // An account that has signed before exists, so a node that does not know it is lagging, or belongs to another
    // network.
    if (address === null || !standing) return false;
    if (standing.ledgerIndex <= shutAt + this.ports.lifetime()) return false;
    // A TicketCreate that is not concluded yet may have created tickets that the log does not contain yet.
    if (state.open.length > 0) return false;
    const differences = differencesOf(state, standing);
    if (isEqual(differences)) return this.openUp(timesShut);
    if (differences.lags) return false;
    const own = await this.search(address, standing, differences);
    const known = await this.ports.journaled(own.map(({ hash }) => hash));
    const transactions = own.filter(({ hash }) => !known.has(hash));
    const { tickets, sequences } = unexplained(differences, own);
    const [from, until] = sequences ?? [0, 0];
    const made = [...standing.tickets].filter((ticket) => ticket >= from && ticket < until);
    this.unknown = { transactions, tickets, sequences, made };
    return transactions.length + tickets.length === 0 && sequences === null && this.openUp(timesShut);
  }

  private openUp(timesShut: number): boolean {
    if (this.timesShut === timesShut) [this.isOpen, this.unknown] = [true, NOTHING];
    return this.isOpen;
  }

  /**
   * Searches the account's transactions backwards for those that explain the differences, as far as a node's history
   * goes.
   */
  private async search(
    address: string,
    { ledgerIndex }: AccountStanding,
    differences: Differences,
  ): Promise<LedgerTransaction[]> {
    const { ledger } = this.ports;
    const own: LedgerTransaction[] = [];
    const isDone = () => {
      const { tickets, sequences } = unexplained(differences, own);
      return differences.sequences?.[0] !== null && tickets.length === 0 && sequences === null;
    };
    for (let to = ledgerIndex; to > 0 && !isDone(); to -= LEDGERS_AT_ONCE) {
      const from = Math.max(1, to - LEDGERS_AT_ONCE + 1);
      for await (const one of ledger.history(address, from, to))
        if (one.tx.Account === address && explains(differences, one)) own.push(one);
      if (!(await ledger.holds(from, to))) break;
    }
    return own;
  }
}

/** Must be open before anything is signed; without a token nothing is fenced. */
export interface SigningGate {
  mustBeOpen(): string | undefined;
  shut?(reason: string): void;
}

/** While the gate of this account is shut, it signs nothing, and everything else goes on: it has only fees. */
const HOLDS_UP_NOTHING = 'feeWallet';

/**
 * Pauses the calendar, new purchases and their endings while the signing gate of the issuer or the escrow is shut. No
 * purchase, rent share or due day depends on what the fee wallet signs.
 */
export class MayGoOn {
  private readonly gates: AccountGate[] = [];

  watch(gate: AccountGate): void {
    this.gates.push(gate);
  }

  /** False while one of these gates is shut. */
  now(): boolean {
    return this.gates.every((gate) => gate.open || gate.name === HOLDS_UP_NOTHING);
  }

  /**
   * Waits until these gates are open: after a start they are shut for a few ledgers. @throws GateShut if one stays shut
   * longer
   */
  async soon(patienceMs = PATIENCE_MS): Promise<void> {
    for (const end = performance.now() + patienceMs; !this.now(); await pause(LOOK_MS)) {
      const shut = this.gates.find(({ open, name }) => !open && name !== HOLDS_UP_NOTHING);
      if (shut && performance.now() > end) throw new GateShut(shut.name);
    }
  }

  /** Gates that are shut, with the reason. */
  shut(): Record<string, string> {
    return Object.fromEntries(this.gates.flatMap(({ name, reason }) => (reason === null ? [] : [[name, reason]])));
  }
}

/** For tests and tools, whose accounts need no comparison with a log. */
export const ALWAYS_OPEN: SigningGate = { mustBeOpen: () => undefined };
