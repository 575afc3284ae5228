import type { RecordedEvent } from '../../event-store/event-store.js';
import type { ProcessContext, ProcessManager, Timer } from '../../processes/process-manager.js';
import type { LedgerPacer } from '../ledger-pacer.js';
import type { Courier } from './courier.js';
import type { TransactionKind } from '@tknest/contracts/rules';

/** What the runner and the timers know it by. */
export const nameOf = (kind: TransactionKind, id: string): string => `${kind}/${id}`;

/** The other way round: a kind has no slash, an id may. */
export function readName(name: string): [kind: TransactionKind, id: string] {
  const at = name.indexOf('/');
  return [name.slice(0, at) as TransactionKind, name.slice(at + 1)];
}

/** Follows every owner of transactions; while one is not done a durable timer looks after it. */
export class CourierProcess implements ProcessManager {
  readonly name = 'courier';

  constructor(
    private readonly courier: Pick<Courier, 'all'>,
    private readonly runner: Pick<LedgerPacer, 'advance' | 'leave'>,
  ) {}

  get events(): readonly string[] {
    return this.courier.all().flatMap(({ events }) => events);
  }

  lane(event: RecordedEvent): string {
    const owner = this.courier.all().find(({ events }) => events.includes(event.type))!;
    return nameOf(owner.kind, owner.idOf(event));
  }

  /** One that takes long must not hold up the log's other events: its first step is a timer's. */
  async handle(event: RecordedEvent, context: ProcessContext): Promise<void> {
    await context.schedule({ key: this.lane(event), dueAt: new Date(event.at) });
  }

  async onTimer(timer: Timer, context: ProcessContext): Promise<void> {
    const next = await this.runner.advance(timer.key);
    if (next) await context.schedule({ key: timer.key, dueAt: next });
    else await context.cancel(timer.key);
  }

  onReleased(): void {
    this.runner.leave();
  }
}
