import type { StreamWrite } from '../../../platform/event-store/event-store.js';
import { accountStream } from '../../../platform/ledger/accounts/account.state.js';
import { soughtOf } from '../../../platform/ledger/submissions/submission.js';
import { signerOf } from '../own-legs.js';
import type { LegAttempt } from '../payment.state.js';
import { commit, loadPayment, writeTo } from './commit.js';
import type { PaymentPorts } from './ports.js';

/**
 * A transaction outside the log used the ticket of a leg, and a person has found that it did something else: the
 * attempt is over, and the next one gets another ticket. Nothing where the leg is not held any more.
 * @throws LedgerUnavailable
 */
export async function giveUpHeld(ports: PaymentPorts, paymentId: string): Promise<void> {
  const loaded = await loadPayment(ports, paymentId);
  for (const attempt of Object.values(loaded.state.legs)) {
    const { leg, hash, ticket, purpose } = attempt;
    const name = signerOf(leg);
    if (!name || ticket === null || !(await isHeld(ports, await ports.accounts.address(name), attempt))) continue;
    const message = 'A transaction outside the log used its ticket, and a person found that it did something else.';
    const data = { paymentId, leg, attempt: attempt.attempt, hash, result: 'sequence-used', message };
    const burned: StreamWrite = {
      stream: accountStream(name),
      expected: 'exists',
      events: [{ type: 'TicketBurned', data: { name, ticket, purpose: purpose!, hash: null } }],
    };
    await commit(ports, loaded, [writeTo(loaded, [{ type: 'LegFailed', data }]), burned]);
    return;
  }
}

async function isHeld({ ledger }: PaymentPorts, account: string, attempt: LegAttempt): Promise<boolean> {
  if (attempt.state !== 'submitted') return false;
  const fate = await ledger.conclude(soughtOf(account, attempt));
  return fate.kind === 'absent' && fate.reason === 'sequence-used';
}
