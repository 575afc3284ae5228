import type { OrphanBlob } from '../payment.state.js';
import type { LoadedPayment } from './commit.js';
import { acceptLatePrincipal } from './endings.js';
import type { PaymentPorts } from './ports.js';
import { isPrincipal, seekOrphan } from './self-sent.js';

/** Watches a signed blob of an ended payment: if it reaches a ledger after all, the money is accounted for. */
export async function watchOrphan(
  ports: PaymentPorts,
  loaded: LoadedPayment,
  orphan: OrphanBlob,
): Promise<'again' | 'waiting' | 'done'> {
  const payment = loaded.state;
  const conclusion = await seekOrphan(ports, payment, orphan);
  if (conclusion.kind === 'absent') return 'done';
  if (conclusion.kind !== 'validated') return 'waiting';
  if (conclusion.result !== 'tesSUCCESS' || !isPrincipal(ports.settings, payment, conclusion)) return 'done';
  await acceptLatePrincipal(ports, loaded, { hash: orphan.hash, ledgerIndex: conclusion.ledgerIndex });
  return 'again';
}
