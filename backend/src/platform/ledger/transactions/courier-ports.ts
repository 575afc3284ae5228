/** What the courier needs of the outside: the program gives real ones, the simulations their own. */
import type { PlatformAccountName } from '@tknest/contracts/events';
import type { Clock } from '../../clock/clock.js';
import type { EventStore, StreamWrite } from '../../event-store/event-store.js';
import type { SigningPorts } from '../accounts/account-signer.js';
import type { Collector } from './collect.js';
import type { Held } from './group.js';
import type { TransactionKind } from '@tknest/contracts/rules';

export interface CourierPorts extends SigningPorts {
  store: EventStore;
  clock: Clock;
  businessDate(): Promise<string>;
  /** Whether an account may sign at this moment: what the log says of it must be what the ledger says. */
  maySign(signer: PlatformAccountName): Promise<boolean>;
  /** Looks for what wallets signed. */
  collector: Pick<Collector, 'collect'>;
  /** Asks for more tickets of the accounts at once; they come when a ledger has made them. */
  refill(): Promise<void>;
  /** Opens the case of a ticket that somebody else used. @returns what belongs in the commit */
  conflict(found: Conflict): Promise<readonly StreamWrite[]>;
  /** The stream of that case: others may move it. */
  conflictStream(hash: string): string;
  /** Drops above which nothing is signed; no limit if not set. */
  maxFeeDrops?: bigint;
  /** Who shares a stream in this process takes turns by it. */
  turns: object;
}

export interface Conflict {
  /** The owner of the transaction that lost its ticket, for its release; not set if it has none yet. */
  of?: { kind: TransactionKind; id: string } & Omit<Held, 'hash'>;
  signer: PlatformAccountName;
  hash: string;
  ticket: number;
  wallet?: string;
  propertyId?: number | null;
}
