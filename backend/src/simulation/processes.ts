import { loadPayment } from '../features/payments/engine/commit.js';
import { endUnpaid } from '../features/payments/engine/endings.js';
import { cancelPayment } from '../features/payments/payment.decider.js';
import { Refused } from '../platform/domain/refused.js';
import { Instance } from './instance.js';
import type { World } from './world.js';

/** The processes of the platform in a story: one after another, and at times two side by side. */
export class Processes {
  private instance: Instance;

  constructor(private readonly world: World) {
    this.instance = new Instance(world);
  }

  /** The platform starts anew, in place of whatever ran. */
  restart(): void {
    this.instance = new Instance(this.world);
  }

  async cancelSomething(): Promise<void> {
    if (this.world.payments.length === 0) return;
    const loaded = await loadPayment(this.world, this.world.random.pick(this.world.payments));
    try {
      const event = cancelPayment(loaded.state);
      if (event) await endUnpaid(this.instance.ungated, loaded, [], event);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  /** One process does something, or another instance beside it. */
  act(work: (instance: Instance) => Promise<unknown>): void {
    if (this.world.random.chance(0.1)) this.instance = new Instance(this.world);
    const instance = this.instance;
    this.world.scheduler.start(() => work(instance));
  }
}
