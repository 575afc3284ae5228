import { Injectable } from '@nestjs/common';
import type { ReceiptProof } from '@tknest/contracts/api';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { toSequence } from '#platform/event-store/positions.js';
import { AnchorBook } from '#features/anchoring/module.public.js';
import { Checkpoints } from '#features/transparency/module.public.js';
import type { Found } from './receipt.js';

/** A signed checkpoint, and the anchor of its root if there is one. */
export interface Witness {
  size: number;
  note: string;
  anchor: ReceiptProof['anchor'];
}

/** The position of its last event. */
const lastOf = ({ events, hidden }: Found): number =>
  Math.max(...[...events, ...hidden].map(({ position }: RecordedEvent) => toSequence(position)));

/** Finds the anchors on the ledger that cover a receipt. */
@Injectable()
export class Anchored {
  constructor(
    private readonly checkpoints: Checkpoints,
    private readonly anchors: AnchorBook,
  ) {}

  /** The first anchor that covers all of its events; null if there is none yet. */
  async witnessOf(found: Found): Promise<Witness | null> {
    const position = lastOf(found);
    for (const { state } of await this.anchors.all()) {
      const { hash, ledgerIndex } = state.steps.write ?? {};
      if (state.phase !== 'anchored' || !state.root || !hash || !ledgerIndex || state.position < position) continue;
      const signed = await this.checkpoints.ofSize(state.position, Buffer.from(state.root, 'hex'));
      if (signed) return { size: signed.size, note: signed.note, anchor: { txHash: hash, ledger: ledgerIndex } };
    }
    return null;
  }
}
