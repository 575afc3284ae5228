import { Inject, Injectable } from '@nestjs/common';
import { START, type Position } from '../../platform/event-store/event-store.js';
import { toPosition } from '../../platform/event-store/positions.js';
import { fits, GENESIS } from '../../platform/event-store/seal.js';
import { STORED_LOG, type StoredLog } from '../../platform/event-store/stored-log.js';
import { LogTree } from '../transparency/transparency.public.js';
import { AnchorsOnLedger, type FoundAnchor } from './anchors-on-ledger.js';

const PAGE = 2_000;

/** The log is not the one that was anchored: nothing is anchored on top of it. */
export class LogIsNotAnchored extends Error {
  constructor(position: Position, what: string) {
    super(`Position ${position}: ${what}. Nothing is anchored until somebody has looked.`);
    this.name = 'LogIsNotAnchored';
  }
}

/**
 * Holds the log against the newest anchor that the ledger itself shows, and every event since then against its seal: an
 * anchor must not bear witness to a log that was changed.
 */
@Injectable()
export class ProvenLog {
  /** How far this process has verified: where the node has forgotten the anchors, that is not done again. */
  private proven: { position: Position; hash: Buffer } = { position: START, hash: GENESIS };

  constructor(
    @Inject(STORED_LOG) private readonly stored: Pick<StoredLog, 'stored'>,
    private readonly tree: LogTree,
    private readonly onLedger: AnchorsOnLedger,
  ) {}

  /** @throws LogIsNotAnchored, LedgerUnavailable */
  async prove(): Promise<void> {
    const newest = await this.onLedger.newest();
    let at = this.proven;
    if (newest) {
      await this.mustHold(newest);
      at = { position: newest.position, hash: Buffer.from(newest.hash, 'hex') };
    }
    for (;;) {
      const events = await this.stored.stored(at.position, PAGE);
      for (const event of events) {
        if (!fits(at.hash, event)) throw new LogIsNotAnchored(toPosition(event.position), 'an event was changed');
        at = { position: toPosition(event.position), hash: event.hash };
      }
      if (events.length === 0) break;
    }
    this.proven = at;
  }

  /** The log and the tree say at that place what the ledger says. */
  private async mustHold({ position, hash, root }: FoundAnchor): Promise<void> {
    const [event] = await this.stored.stored(toPosition(Number(position) - 1), 1);
    if (event?.hash.toString('hex') !== hash)
      throw new LogIsNotAnchored(position, 'the log does not hold there what the ledger has anchored');
    const { size } = await this.tree.catchUp();
    if (root && size >= Number(position) && (await this.tree.root(Number(position))).toString('hex') !== root)
      throw new LogIsNotAnchored(position, 'the tree over the log has another root than the ledger has anchored');
  }
}
