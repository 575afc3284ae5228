import { Inject, Injectable } from '@nestjs/common';
import type { BusinessCalendar } from '../../platform/clock/business-calendar.js';
import type { Clock } from '../../platform/clock/clock.js';
import type { Config } from '../../platform/config/config.js';
import { EVENT_STORE, type EventStore } from '../../platform/event-store/event-store.js';
import { expectedOf, load } from '../../platform/event-store/folding.js';
import type { PurposeStanding } from '../../platform/ledger/accounts/ticket-sweep.js';
import type { LedgerPort } from '../../platform/ledger/ledger-port.js';
import type { VaultBlobs } from '../../platform/vault/vault-blobs.js';
import type { KycStanding } from '../identity/identity.public.js';
import { holdersOfRecord } from '../listings/listing.public.js';
import { TicketPurposes, type LedgerStartUp, type PlatformAccounts } from '../tokens/tokens.public.js';
import type { PayoutPorts } from './engine/ports.js';
import { batchFold, PURPOSE } from './runs/batch.state.js';

/** The outside of payout runs, as the running program has it. */
export function payoutPorts(
  store: EventStore,
  ledger: LedgerPort,
  clock: Clock,
  config: Config,
  blobs: VaultBlobs,
  accounts: PlatformAccounts,
  startUp: LedgerStartUp,
  standing: KycStanding,
  calendar: BusinessCalendar,
): PayoutPorts {
  return {
    store,
    ledger,
    clock,
    blobs,
    accounts: {
      address: (name) => accounts.address(name),
      sign: (name, transaction) => accounts.sign(name, transaction),
      tickets: (name) => accounts.tickets(name),
      refill: () => startUp.refill(),
    },
    holders: (propertyId, until) => holdersOfRecord(store, propertyId, until),
    blocked: async (wallets) => {
      const suspended = await Promise.all(wallets.map(async (wallet) => (await standing.stateOf(wallet)).suspended));
      return new Set(wallets.filter((_, index) => suspended[index]));
    },
    businessDate: () => calendar.today(),
    settings: { rlusdIssuer: config.xrpl.rlusdIssuer },
    turns: store,
  };
}

/** Tells how a line stands to the ticket of one of its attempts. */
export async function standingOf(store: EventStore, purpose: string): Promise<PurposeStanding> {
  const [, runId, batch, wallet] = PURPOSE.exec(purpose) as unknown as [string, string, string, string];
  const { state, ...loaded } = await load(store, batchFold(runId, batch));
  const as = { stream: loaded.stream, expected: expectedOf(loaded) };
  const line = state.lines.get(wallet);
  if (!line) return { is: 'unknown', as };
  if (line.open?.purpose === purpose || (line.state === 'waiting' && line.absent?.purpose === purpose))
    return { is: 'open' };
  return { is: 'over', lastLedgerSequence: line.absent?.lastLedgerSequence ?? 0, as };
}

/** Tells whoever keeps the tickets how the lines stand that they were given to. */
@Injectable()
export class TicketsOfPayouts {
  constructor(purposes: TicketPurposes, @Inject(EVENT_STORE) store: EventStore) {
    purposes.register(PURPOSE, (purpose) => standingOf(store, purpose));
  }
}
