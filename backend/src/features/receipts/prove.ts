import { Inject, Injectable } from '@nestjs/common';
import type { ProvenEvent, ReceiptProof } from '@tknest/contracts/api';
import { canonicalJson } from '#platform/event-store/canonical-json.js';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { toPosition, toSequence } from '#platform/event-store/positions.js';
import { GENESIS } from '#platform/event-store/seal.js';
import { STORED_LOG, type StoredLog } from '#platform/event-store/stored-log.js';
import { AnchorBook } from '#features/anchoring/module.public.js';
import { PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { Checkpoints, LogTree } from '#features/transparency/module.public.js';
import type { Found } from './receipt.js';

interface Witness {
  size: number;
  checkpoint: string | null;
  anchor: ReceiptProof['anchor'];
}

/** Makes the file that proves a payment with nothing but a ledger node. */
@Injectable()
export class Prove {
  constructor(
    @Inject(STORED_LOG) private readonly log: Pick<StoredLog, 'stored'>,
    private readonly tree: LogTree,
    private readonly checkpoints: Checkpoints,
    private readonly anchors: AnchorBook,
    private readonly accounts: PlatformAccounts,
  ) {}

  /** The issuer to which the log belongs. */
  issuer(): Promise<string> {
    return this.accounts.address('issuer');
  }

  /** Whether an anchor on the ledger covers all of its events. */
  async isAnchored(found: Found): Promise<boolean> {
    return (await this.anchorAfter(lastOf(found))) !== null;
  }

  async proofOf(found: Found): Promise<ReceiptProof> {
    const { size, checkpoint, anchor } = await this.witnessOf(lastOf(found));
    const events = [
      ...(await Promise.all(found.events.map((event) => this.inFull(event, size)))),
      ...(await Promise.all(found.hidden.map((event) => this.byHash(event, size)))),
    ].sort((a, b) => (a.position < b.position ? -1 : 1));
    const issuer = await this.issuer();
    const proof = { format: 'tknest/receipt/1', issuer, payment: found.receipt, events, checkpoint, anchor } as const;
    return { ...proof, signature: await this.checkpoints.signText(canonicalJson(proof)) };
  }

  /** The anchor that covers it, or otherwise just a checkpoint. */
  private async witnessOf(position: number): Promise<Witness> {
    const anchored = await this.anchorAfter(position);
    if (anchored) return anchored;
    const { size, note } = await this.checkpoints.sign();
    return { size, checkpoint: note, anchor: null };
  }

  private async anchorAfter(position: number): Promise<Witness | null> {
    for (const { state } of await this.anchors.all()) {
      const { hash, ledgerIndex } = state.steps.write ?? {};
      if (state.phase !== 'anchored' || !state.root || !hash || !ledgerIndex || state.position < position) continue;
      const signed = await this.checkpoints.ofSize(state.position, Buffer.from(state.root, 'hex'));
      if (signed) return { size: signed.size, checkpoint: signed.note, anchor: { txHash: hash, ledger: ledgerIndex } };
    }
    return null;
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

/** The position of its last event. */
const lastOf = ({ events, hidden }: Found): number =>
  Math.max(...[...events, ...hidden].map(({ position }) => toSequence(position)));
