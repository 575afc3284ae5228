import type { CaseOpened } from '@tknest/contracts/events';
import type { EventStore, RecordedEvent } from '#platform/event-store/event-store.js';
import type { Held } from '#platform/ledger/transactions/group.js';
import type { TransactionKind } from '@tknest/contracts/rules';
import type { Conflict } from '#platform/ledger/transactions/courier-ports.js';
import type { ProcessManager } from '#platform/processes/process-manager.js';
import { ANSWERS, answerOf, caseStream } from '#features/operations-cases/rules.public.js';

const CONFLICT = 'sequence-conflict-';

interface Carrier {
  release(kind: TransactionKind, id: string, held: Held): Promise<void>;
  advance(kind: TransactionKind, id: string): Promise<unknown>;
}

/**
 * Resolving the case of a used ticket as `corrected` means that the transaction that used it did something else, so the
 * transaction that lost the ticket is signed again on another one. Any other answer leaves it held.
 */
export class HeldProcess implements ProcessManager {
  readonly name = 'held-transactions';
  readonly events = ANSWERS;

  constructor(
    private readonly store: EventStore,
    private readonly courier: Carrier,
  ) {}

  lane(event: RecordedEvent): string {
    return event.data.caseId;
  }

  /** @throws TryAgainLater if it cannot be released yet */
  async handle(event: RecordedEvent): Promise<void> {
    const { caseId, resolution } = answerOf(event) ?? {};
    if (!caseId?.startsWith(CONFLICT) || resolution !== 'corrected') return;
    for await (const { data } of this.store.read(caseStream(caseId), { limit: 1 })) {
      const { txHash, details } = data as CaseOpened['data'];
      const { kind, id, key, stream } = details as Partial<NonNullable<Conflict['of']>>;
      // A case about another transaction than one of the platform's names no owner.
      if (!kind || !id || !key || !stream || !txHash) return;
      await this.courier.release(kind, id, { key, stream, hash: txHash });
      await this.courier.advance(kind, id);
    }
  }
}
