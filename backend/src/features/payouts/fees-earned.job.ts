import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { EscrowEvent } from '@tknest/contracts/events';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { feesEarned, feesPaid, paymentFold } from '#features/payments/rules.public.js';
import { LedgerStartUp } from '#features/platform-accounts/module.public.js';
import { evolveEscrow, feesFold, type EscrowState } from './escrow/escrow.decider.js';
import { pendingFees, settleFees, type FeesOfPayment } from './escrow/fees.decider.js';

const EVERY_MS = 5_000;
const JOB = 'fees-earned';

/**
 * Follows what becomes of fees that may still be owed back: each payment's own stream says which fee the platform keeps
 * for good, and which it has sent back.
 */
@Injectable()
export class FeesEarnedJob implements OnApplicationBootstrap {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly recorder: Recorder,
    private readonly startUp: LedgerStartUp,
  ) {}

  onApplicationBootstrap(): void {
    this.startUp.every(EVERY_MS, JOB, () => this.look(), 'Fees could not be counted as revenue; retrying');
  }

  /** Books what has been decided about pending fees. */
  async look(): Promise<void> {
    const { state } = await load(this.store, feesFold);
    const settled = await decidedFees(this.store, state);
    if (settled(state).length > 0) await this.recorder.decide(feesFold, settled);
  }
}

/** What the payments' own streams decide about the fees that are pending in these books. */
export async function decidedFees(
  store: EventStore,
  state: EscrowState,
): Promise<(books: EscrowState) => EscrowEvent[]> {
  const known = new Map<string, FeesOfPayment>();
  for (const { paymentId } of pendingFees(state))
    if (!known.has(paymentId)) known.set(paymentId, await feesOf(store, paymentId));
  return (books) => {
    const pending = pendingFees(books);
    const events: EscrowEvent[] = [];
    for (const [paymentId, fees] of known) {
      const own = pending.filter((one) => one.paymentId === paymentId);
      events.push(...settleFees(own, fees, events.reduce(evolveEscrow, books)));
    }
    return events;
  };
}

async function feesOf(store: EventStore, paymentId: string): Promise<FeesOfPayment> {
  const { state } = await load(store, paymentFold(paymentId));
  if (state.phase === 'none') return { paid: [], earned: [], sentBack: [] };
  return { paid: feesPaid(state), earned: feesEarned(state), sentBack: state.feesSentBack };
}
