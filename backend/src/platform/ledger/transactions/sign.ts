import type { PlatformAccountName } from '@tknest/contracts/events';
import { writeTo, type Committed } from '../../event-store/commit-once.js';
import type { StreamWrite } from '../../event-store/event-store.js';
import { naming } from '../accounts/settled-before.js';
import { ticketed, type SigningPorts } from '../accounts/account-signer.js';
import { ownLifetime } from '../submissions/lifetime.js';
import { crashPoint } from './crash-places.js';
import type { Order, Signed } from './group.js';
import { networkFee } from './policy.js';
import type { Sender } from './sender.js';
import type { TransactionKind } from '@tknest/contracts/rules';

interface Signing {
  kind: TransactionKind;
  signer: PlatformAccountName;
  order: Order;
  append(writes: readonly StreamWrite[], fence?: string): Promise<Committed>;
}

/**
 * Signs a group, as far as tickets reach, has it journaled in one commit with its tickets, and sends it. What is signed
 * after an attempt that is proved absent is signed on the same ticket, so it can never apply twice.
 * @returns false where the owner's stream had moved: nothing was recorded, and nothing is sent
 * @throws TicketsExhausted, NetworkFeeTooHigh, LedgerUnavailable, Fenced
 */
export async function signGroup(
  ports: SigningPorts & { maxFeeDrops?: bigint; sender: Sender },
  { kind, signer, order, append }: Signing,
): Promise<boolean> {
  const { ledger, accounts, sender } = ports;
  const ledgerIndex = await ledger.validatedIndex();
  const lastLedgerSequence = ledgerIndex + ownLifetime(ledger.closeIntervalMs());
  const fee = await networkFee(ledger, ports.maxFeeDrops);
  const unsigned = new Map(order.group.map(({ purpose, transaction }) => [purpose, transaction]));
  const blobs: Record<string, string> = {};
  const recorded = await accounts.tickets(signer).useMany([...unsigned.keys()], {
    sign: async (tickets) => {
      crashPoint('tickets-chosen', kind);
      const signed: Signed[] = [];
      for (const [purpose, ticket] of tickets) {
        const named = naming(purpose, unsigned.get(purpose)!);
        const transaction = ticketed(named, { ticket, lastLedgerSequence, fee });
        const { blob, hash } = await accounts.sign(signer, transaction);
        blobs[hash] = blob;
        signed.push({ purpose, ticket, hash, transaction });
      }
      const blobItem = await sender.keep(order.decidedOn.stream, blobs);
      crashPoint('transactions-signed', kind);
      return order.journal(signed, { ledgerIndex, lastLedgerSequence, blobItem });
    },
    commit: (events, assignment, fence) =>
      append([writeTo(order.decidedOn, events), ...(assignment ? [assignment] : [])], fence),
  });
  crashPoint('transactions-recorded', kind);
  if (recorded) await sender.send(kind, Object.values(blobs));
  crashPoint('transactions-sent', kind);
  return recorded;
}
