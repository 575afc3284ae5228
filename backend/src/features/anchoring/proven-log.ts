import { Inject, Injectable } from '@nestjs/common';
import { EVENT_STORE, START, type EventStore, type Position } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { toPosition, toSequence } from '#platform/event-store/positions.js';
import { fits, GENESIS } from '#platform/event-store/seal.js';
import { STORED_LOG, type StoredLog } from '#platform/event-store/stored-log.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold, caseIdOf, isAccepted, opening } from '#features/operations-cases/rules.public.js';
import { LogTree } from '#features/transparency/module.public.js';
import { AnchorsOnLedger, type FoundAnchor } from './anchors-on-ledger.js';

const PAGE = 2_000;
const KIND = 'log-not-anchored' as const;

/** The log differs from the one that was anchored, so nothing may be anchored on top of it. */
export class LogIsNotAnchored extends Error {
  constructor(what: string) {
    super(`${what}. Nothing is anchored until the case is resolved.`);
    this.name = 'LogIsNotAnchored';
  }
}

/** An anchor that the log does not match. */
interface Misfit {
  anchor: FoundAnchor;
  problem: string;
}

interface Proven {
  position: Position;
  hash: Buffer;
}

/**
 * Compares the log with the newest anchors on the ledger, and verifies the seal and the leaf of every event since: a
 * changed log must not be anchored.
 */
@Injectable()
export class ProvenLog {
  /** How far this process has verified, so that it need not start over when the node no longer has the anchors. */
  private proven: Proven = { position: START, hash: GENESIS };

  constructor(
    @Inject(STORED_LOG) private readonly stored: Pick<StoredLog, 'stored'>,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly tree: LogTree,
    private readonly onLedger: AnchorsOnLedger,
    private readonly recorder: Recorder,
  ) {}

  /** @throws LogIsNotAnchored, LedgerUnavailable */
  async prove(): Promise<void> {
    await this.tree.catchUp();
    let at = this.proven;
    const misfits: Misfit[] = [];
    for (const anchor of await this.onLedger.newest()) {
      const problem = await this.problemWith(anchor);
      if (problem === null) at = placeOf(anchor);
      else misfits.push({ anchor, problem });
    }
    if (misfits.length > 0) await this.mustBeAccepted(misfits);
    for (;;) {
      const events = await this.stored.stored(at.position, PAGE);
      if (!(await this.tree.holds(events))) throw new LogIsNotAnchored('The leaves of the tree differ from the log');
      for (const event of events) {
        if (event.misfit)
          throw new LogIsNotAnchored(`The event at position ${event.position} is not genuine: ${event.misfit}`);
        if (!fits(at.hash, event)) throw new LogIsNotAnchored(`The event at position ${event.position} was changed`);
        at = { position: toPosition(event.position), hash: event.hash };
      }
      if (events.length === 0) break;
    }
    this.proven = at;
  }

  /**
   * A restored log may have lost events that several anchors cover: accepting the newest of them accepts the older ones
   * too. @throws LogIsNotAnchored until they have
   */
  private async mustBeAccepted(misfits: readonly Misfit[]): Promise<void> {
    const { anchor, problem } = misfits.at(-1)!;
    const about = { kind: KIND, subject: anchor.txHash };
    if (isAccepted((await load(this.store, caseFold(caseIdOf(about)))).state)) return;
    const older = misfits.length === 1 ? '' : ` ${misfits.length - 1} older anchors do not match it either.`;
    const where = `${problem} (anchor in ledger ${anchor.ledgerIndex}).${older}`;
    const summary = `${where} The log was changed, or restored from a backup.`;
    const writes = await opening(this.store, { ...about, summary, txHash: anchor.txHash });
    if (writes.length > 0) await this.recorder.appendMany(writes);
    throw new LogIsNotAnchored(problem);
  }

  /** How the log differs from this anchor; null if it matches. */
  private async problemWith({ position, hash, root }: FoundAnchor): Promise<string | null> {
    const [event] = await this.stored.stored(toPosition(toSequence(position) - 1), 1);
    if (event?.hash.toString('hex') !== hash) return `Position ${toSequence(position)} is not what was anchored`;
    if ((await this.tree.root(toSequence(position))).toString('hex') !== root)
      return `The tree over the first ${toSequence(position)} events has a different root than the one that was anchored`;
    return null;
  }
}

const placeOf = ({ position, hash }: FoundAnchor): Proven => ({ position, hash: Buffer.from(hash, 'hex') });
