/** The courier's ports: the program passes real ones, the simulations their own. */
import type { PlatformAccountName, BusinessDate } from '@tknest/contracts/events';
import type { Clock } from '../../clock/clock.js';
import type { EventStore, StreamWrite } from '../../event-store/event-store.js';
import type { SigningPorts } from '../accounts/account-signer.js';
import type { Collector } from './collect.js';
import type { Credit, Held } from './group.js';
import type { TransactionKind } from '@tknest/contracts/rules';

export interface CourierPorts extends SigningPorts {
  store: EventStore;
  clock: Clock;
  businessDate(): Promise<BusinessDate>;
  /** Whether an account may sign now: the log must agree with the ledger about it. */
  maySign(signer: PlatformAccountName): Promise<boolean>;
  /**
   * Whether a credit is certain enough to sign for it; always, if not set.
   * @param stream of what is to be signed: what waits has waited since its last event
   */
  confirms?(credit: Credit, stream: string): Promise<boolean>;
  /** Collects what wallets signed. */
  collector: Pick<Collector, 'collect'>;
  /** Requests more tickets immediately; they become available when a ledger has created them. */
  refill(): Promise<void>;
  /** Opens the case of a ticket that was used outside the platform. @returns the writes for the commit */
  conflict(found: Conflict): Promise<readonly StreamWrite[]>;
  /** The stream of that case, which others may change. */
  conflictStream(hash: string): string;
  /** The network fee, in drops, above which nothing is signed; no limit if not set. */
  maxFeeDrops?: bigint;
  /** Serializes work on the same stream within this process. */
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
