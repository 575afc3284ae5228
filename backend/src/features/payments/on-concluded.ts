/** What the outcome of a transaction signed by the platform means for its payment. */
import type { PaymentEvent } from '@tknest/contracts/events';
import { writeTo } from '#platform/event-store/commit-once.js';
import type { StreamWrite } from '#platform/event-store/event-store.js';
import { meaningOf } from '#platform/ledger/result-words.js';
import type { Ended } from '#platform/ledger/transactions/decide.js';
import { closing } from '#features/operations-cases/rules.public.js';
import { rlusdDelivered } from './collecting/submission.js';
import type { LoadedPayment } from './collecting/commit.js';
import type { PaymentPorts } from './collecting/ports.js';
import type { OwnLeg } from './payment.state.js';

/** Its events; a validated fee refund also closes the case that asked for it. */
export async function onConcluded(
  ports: PaymentPorts,
  loaded: LoadedPayment,
  ended: Ended,
): Promise<readonly StreamWrite[]> {
  const { paymentId, feeRefund } = loaded.state;
  const fact = factOf(ports, paymentId, ended);
  const isSentBack = fact.type === 'LegValidated' && fact.data.leg === 'fee-refund' && feeRefund !== null;
  const { hash } = ended.transaction;
  const note = `The platform sent it back with transaction ${hash}.`;
  return [
    writeTo(loaded, [fact]),
    ...(isSentBack
      ? await closing(ports.store, { kind: 'fee-paid-twice', subject: feeRefund }, { resolution: 'refunded', note })
      : []),
  ];
}

function factOf(ports: PaymentPorts, paymentId: string, { transaction, ending }: Ended): PaymentEvent {
  const { key, attempt, hash } = transaction;
  const at = { paymentId, leg: key as OwnLeg, attempt };
  switch (ending.propose) {
    case 'validated': {
      const { result, ledgerIndex } = ending;
      const delivered = rlusdDelivered(ports, ending.delivered);
      return { type: 'LegValidated', data: { ...at, hash, ledgerIndex, result, delivered } };
    }
    case 'refused': {
      const { result } = ending;
      return { type: 'LegFailed', data: { ...at, hash, result, message: meaningOf(result) } };
    }
    case 'held':
      return { type: 'LegHeld', data: { ...at, hash } };
    case 'absent':
      // A blob that is proved absent need not be watched any more.
      return {
        type: 'LegVoided',
        data: { ...at, reason: 'it did not reach a ledger in time', hash: null, lastLedgerSequence: null },
      };
  }
}
