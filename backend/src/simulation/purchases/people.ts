import type { CaseResolution } from '@tknest/contracts/events';
import { caseFold, confirmAnswer, resolveCase } from '#features/operations-cases/rules.public.js';
import { closeListing, listingFold, type ListingState } from '#features/listings/rules.public.js';
import { loadPayment } from '#features/payments/collecting/commit.js';
import { endUnpaid } from '#features/payments/collecting/endings.js';
import { cancelPayment } from '#features/payments/payment.decider.js';
import { CaseOutcomesProcess } from '#features/payments/processes/case-outcomes.process.js';
import { SaleEndingProcess } from '#features/payments/processes/sale-ending.process.js';
import { HeldProcess } from '#features/platform-accounts/held.process.js';
import { handleCommand } from '#platform/event-store/decider.js';
import { Refused } from '#platform/domain/refused.js';
import { Instance } from './purchase-instance.js';
import type { World } from './purchase-world.js';

/** The processes of the platform in a story: one after another, and at times two side by side. */
export class Processes {
  private instance: Instance;

  constructor(private readonly world: World) {
    this.instance = new Instance(world);
  }

  /** Restarts the platform in place of what ran. */
  restart(): void {
    this.instance = new Instance(this.world);
  }

  get mayGoOn(): boolean {
    return this.instance.mayGoOn;
  }

  async cancelSomething(): Promise<void> {
    if (this.world.payments.length === 0 || !this.mayGoOn) return;
    await this.cancel(this.world.random.pick(this.world.payments));
  }

  /** The payer withdraws a payment; too late is too late. */
  async cancel(paymentId: string): Promise<void> {
    const loaded = await loadPayment(this.world, paymentId);
    try {
      const event = cancelPayment(loaded.state);
      if (event) await endUnpaid(this.instance.ungated, loaded, [], event);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  /** An admin resolves a case, and what follows from it is done. */
  async resolveCase(caseId: string, resolution: CaseResolution): Promise<void> {
    const { store } = this.world;
    const resolved = { resolution, note: 'x' };
    const context = { metadata: this.world.metadata() };
    await handleCommand(store, caseFold(caseId), (state) => resolveCase(caseId, resolved, state), context);
    const process = new CaseOutcomesProcess(this.instance.ungated, { advance: async () => null } as never);
    const confirmed = { caseId, resolution, proposalId: null };
    await handleCommand(store, caseFold(caseId), (state) => confirmAnswer(confirmed, state), {
      metadata: this.world.metadata(),
    });
    const answer = { type: 'CaseAnswerConfirmed', data: confirmed };
    await process.handle(answer as never);
    // What is signed next is the next turn's.
    const courier = { ...this.instance.ungated.courier, advance: async () => null };
    await new HeldProcess(store, courier).handle(answer as never);
  }

  /** An admin closes the sale, and its purchases are notified. */
  async closeSale(): Promise<void> {
    const { store, propertyId } = this.world;
    const context = { metadata: this.world.metadata() };
    const close = (state: ListingState) => closeListing({ explanation: 'x' }, state);
    await handleCommand(store, listingFold(propertyId), close, context);
    await new SaleEndingProcess(this.instance.ungated).handle({ data: { propertyId } } as never);
  }

  /** One process does something, or another instance beside it: seldom where one has to wait for its gates. */
  act(work: (instance: Instance) => Promise<unknown>): void {
    if (this.world.random.chance(this.world.variant.gates ? 0.003 : 0.1)) this.instance = new Instance(this.world);
    const instance = this.instance;
    this.world.scheduler.start(() => work(instance));
  }
}
