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

/** How long a person's request waits for a gate. */
const PATIENCE_MS = 8_000;
const LOOK_MS = 50;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Ledgers that are looked through at a time, backwards. */
const LEDGERS_AT_ONCE = 1_000;

/** The account signs nothing until it is proved that the log knows everything it ever did. Try again later. */
export class GateShut extends LedgerUnavailable {
  constructor(name: string) {
    super(`The platform's ${name} signs nothing until the ledger has shown that the log knows all its transactions`);
    this.name = 'GateShut';
  }
}

/** What the ledger shows and the log does not know. */
export interface Unknown {
  transactions: readonly LedgerTransaction[];
  /** Gone, and no transaction was found that used them: the nodes do not have that much history. */
  tickets: readonly number[];
  sequences: Sequences | null;
  /** Tickets that stand in their place: a TicketCreate among them made these. */
  made: readonly number[];
}

const NOTHING: Unknown = { transactions: [], tickets: [], sequences: null, made: [] };

export interface GatePorts {
  ledger: Pick<LedgerPort, 'validatedIndex' | 'history' | 'holds'>;
  state(): Promise<AccountState>;
  /** The account in one validated ledger; null where it does not exist. @throws LedgerUnavailable */
  standing(address: string): Promise<AccountStanding | null>;
  /** The fencing token of the server that keeps the log. */
  fence(): Promise<string>;
  /** Which of these hashes the log has journalled, as far as it reaches now. */
  journalled(hashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Ledgers after which nothing that was signed before can come any more. */
  lifetime(): number;
  now(): Date;
  /** Whether a ledger was validated that closed after this moment; the sandbox's ledger has a time of its own. */
  hasClosedSince(moment: Date): boolean;
}

/**
 * Stands before everything that an account of the platform signs. It is shut when the program starts, whenever a
 * transaction of the account turns up that the log does not know, and whenever another server keeps the log. It opens
 * once a validated ledger later than the longest life of a signature shows the sequence and the tickets that the log
 * says. A log that was restored from a backup, or lost the last commits in a failover, would otherwise pay again what
 * it has forgotten.
 *
 * It notices a failover when it looks next, which may be after the next payment: what is signed is therefore journaled
 * with the fencing token under which it opened, and no other server takes that.
 */
export class AccountGate {
  private isOpen = false;
  private shutSince: Date;
  /** The first validated ledger that closed after it was shut: what a lagging node shows before that proves nothing. */
  private shutAt: number | null = null;
  private shutFor = 'the program has started';
  /** A look that began before it was shut again proves nothing about what came after. */
  private timesShut = 0;
  /** Of the server whose log was last compared with the ledger. */
  private fence: string | null = null;
  /** What was found at the last look. */
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

  /** Why it is shut, for people; null where it is open. */
  get reason(): string | null {
    if (this.isOpen) return null;
    const { transactions, tickets, sequences } = this.unknown;
    if (transactions.length > 0) return `${transactions.length} transactions are not in the log`;
    if (tickets.length > 0 || sequences !== null) return 'the ledger nodes do not have what used its tickets';
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

  /** Looks whether it can open, or has to be shut. @returns whether it is open now @throws LedgerUnavailable */
  async look(): Promise<boolean> {
    const fence = await this.ports.fence();
    if (fence !== this.fence) {
      // At the first look nothing is known of the server before: the log was perhaps taken over since the start.
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
    const standing = state.address === null ? null : await this.ports.standing(state.address);
    // Nothing was ever signed: there is nothing that the log could have forgotten.
    if (state.nextSequence === null && (!standing || standing.isUntouched)) return this.openUp(timesShut);
    // An account that has signed is on the ledger: a node that does not know it lags, or is of another network.
    if (!standing) return false;
    if (standing.ledgerIndex <= shutAt + this.ports.lifetime()) return false;
    // A TicketCreate that is not concluded yet may have made tickets that were used: the log does not know them either.
    if (state.open.length > 0) return false;
    const differences = differencesOf(state, standing);
    if (isEqual(differences)) return this.openUp(timesShut);
    if (differences.lags) return false;
    const own = await this.search(state.address!, standing, differences);
    const known = await this.ports.journalled(own.map(({ hash }) => hash));
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

  /** The account's own transactions that explain the differences, as far back as it takes, or as a node remembers. */
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

/** What stands before a signature; without a token nothing has to be fenced off. */
export interface SigningGate {
  mustBeOpen(): string | undefined;
  shut?(reason: string): void;
}

/** What may not go on while an account's gate is shut: calendar, sweeps, new purchases, and what ends them. */
export class MayGoOn {
  private readonly gates: AccountGate[] = [];

  watch(gate: AccountGate): void {
    this.gates.push(gate);
  }

  /** False while any of the accounts may have done what the log has forgotten. */
  now(): boolean {
    return this.gates.every(({ open }) => open);
  }

  /**
   * The same, waited for: after a start a gate is shut for a few ledgers. @throws GateShut where it stays shut longer
   */
  async soon(patienceMs = PATIENCE_MS): Promise<void> {
    for (const end = performance.now() + patienceMs; !this.now(); await pause(LOOK_MS)) {
      const shut = this.gates.find(({ open }) => !open);
      if (shut && performance.now() > end) throw new GateShut(shut.name);
    }
  }

  /** Gates that are shut, with the reason. */
  shut(): Record<string, string> {
    return Object.fromEntries(this.gates.flatMap(({ name, reason }) => (reason === null ? [] : [[name, reason]])));
  }
}

/** For accounts that no log could have forgotten anything of: tests and tools. */
export const ALWAYS_OPEN: SigningGate = { mustBeOpen: () => undefined };
