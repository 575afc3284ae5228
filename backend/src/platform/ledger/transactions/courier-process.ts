import type { RecordedEvent } from '../../event-store/event-store.js';
import type { ProcessContext, ProcessManager, Timer } from '../../processes/process-manager.js';
import type { LedgerPacer } from '../ledger-pacer.js';
import type { Courier } from './courier.js';
import type { TransactionKind } from '@tknest/contracts/rules';

/** Its name for the runner and the timers. */
export const nameOf = (kind: TransactionKind, id: string): string => `${kind}/${id}`;

/** The reverse: a kind contains no slash, an id may. */
export function readName(name: string): [kind: TransactionKind, id: string] {
  const at = name.indexOf('/');
  return [name.slice(0, at) as TransactionKind, name.slice(at + 1)];
}

/** Follows every owner of transactions; while one is not done, a durable timer continues it. */
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

  /** A long one must not delay other events of the log, so a timer takes its first step. */
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
