import { Inject, Injectable } from '@nestjs/common';
import type { ProvenEvent, ReceiptProof } from '@tknest/contracts/api';
import { canonicalJson } from '#platform/event-store/canonical-json.js';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { toPosition, toSequence } from '#platform/event-store/positions.js';
import { GENESIS } from '#platform/event-store/seal.js';
import { STORED_LOG, type StoredLog } from '#platform/event-store/stored-log.js';
import { WorkerRequests } from '#platform/worker-requests/worker-requests.js';
import { PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { LogTree } from '#features/transparency/module.public.js';
import { RecordSigner } from '#features/transparency/signing.public.js';
import { Anchored, type Witness } from '../anchored.js';
import type { Found } from '../receipt.js';
import { Receipts } from '../receipts.js';
import type { ProofAsked } from '../use-cases/show-receipt/receipt.queries.js';

/** Makes the file that proves a payment with nothing but a ledger node, from the log alone, and signs it. */
@Injectable()
export class ReceiptSigner {
  constructor(
    @Inject(STORED_LOG) private readonly log: Pick<StoredLog, 'stored'>,
    private readonly receipts: Receipts,
    private readonly tree: LogTree,
    private readonly signer: RecordSigner,
    private readonly anchored: Anchored,
    private readonly accounts: PlatformAccounts,
    requests: WorkerRequests,
  ) {
    requests.carryOut('prove-receipt', async ({ reader, paymentId }: ProofAsked) =>
      this.proofOf(await this.receipts.find(reader, paymentId)),
    );
  }

  private async proofOf(found: Found): Promise<ReceiptProof> {
    const { size, note: checkpoint, anchor } = await this.witnessOf(found);
    const events = [
      ...(await Promise.all(found.events.map((event) => this.inFull(event, size)))),
      ...(await Promise.all(found.hidden.map((event) => this.byHash(event, size)))),
    ].sort((a, b) => (a.position < b.position ? -1 : 1));
    const issuer = await this.accounts.address('issuer');
    const proof = { format: 'tknest/receipt/1', issuer, payment: found.receipt, events, checkpoint, anchor } as const;
    return { ...proof, signature: await this.signer.signText(canonicalJson(proof)) };
  }

  /** The anchor that covers it, or otherwise just a checkpoint. */
  private async witnessOf(found: Found): Promise<Witness> {
    const anchored = await this.anchored.witnessOf(found);
    // Every process could publish a key, and with it checkpoints that it signed.
    if (anchored && (await this.signer.hasSigned(anchored))) return anchored;
    return { ...(await this.signer.sign()), anchor: null };
  }

  private async byHash({ position, hash, type }: RecordedEvent, size: number): Promise<ProvenEvent> {
    const proof = await this.tree.proofOf(toSequence(position), size);
    return { position, hash, type, proof: proof.map((one) => one.toString('hex')) };
  }

  private async inFull(event: RecordedEvent, size: number): Promise<ProvenEvent> {
    const at = toSequence(event.position);
    const stored = await this.log.stored(toPosition(Math.max(0, at - 2)), 2);
    const [sealed, before] = [
      stored.find(({ position }) => position === at)!,
      stored.find(({ position }) => position < at),
    ];
    const { stream, revision, id, version, data, metadata } = sealed;
    const previous = (before?.hash ?? GENESIS).toString('hex');
    const words = { previous, stream, revision, id, version, at: sealed.at, data, metadata };
    return { ...(await this.byHash(event, size)), ...words };
  }
}
