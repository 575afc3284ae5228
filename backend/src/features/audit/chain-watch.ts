import { Inject, Injectable, Logger } from '@nestjs/common';
import type { ChainWatchView } from '@tknest/contracts/api';
import { CLOCK, type Clock } from '../../platform/clock/clock.js';
import { Jobs } from '../../platform/consumers/jobs.js';
import { canonicalJson } from '../../platform/event-store/canonical-json.js';
import { EVENT_STORE, START, type EventStore, type Position } from '../../platform/event-store/event-store.js';
import { load } from '../../platform/event-store/folding.js';
import { distance, toPosition, toSequence } from '../../platform/event-store/positions.js';
import { STORED_LOG, type StoredLog } from '../../platform/event-store/stored-log.js';
import {
  NOTHING_VERIFIED,
  verifyChain,
  type ChainReport,
  type Verified,
} from '../../platform/event-store/verify-chain.js';
import { Causation } from '../../platform/sessions/causation.js';
import { KeyRing } from '../../platform/vault/key-ring.js';
import { RowMacs } from '../../platform/vault/row-macs.js';
import { caseFold, caseIdOf, closing, opening } from '../cases/case.public.js';

export const CHAIN_WATCH = 'chain-watch';
const KIND = 'log-altered' as const;
/** New events of one look: about three seconds' work. A long log that was never verified takes several looks. */
const FOLLOWED_AT_ONCE = 50_000;
/** Old events of one look, at least; of a long log as many as have every event verified once a day. */
export const PASSED_AT_ONCE = 2_000;
const DAY_MS = 86_400_000;
/** Looks of one pass: with one a minute it ends within twenty hours. */
const LOOKS_A_PASS = 1_200;

type Break = NonNullable<ChainReport['broken']>;

interface WatchState {
  /** New events are verified as they come: this one and all before it were. */
  followed: Verified;
  /** The old ones again, while that is under way: up to `through`, which was verified when the pass began. */
  pass: (Verified & { began: string; through: Verified }) | null;
  /** The newest pass that came to its end. */
  whole: { began: string; ended: string; through: Position } | null;
  broken: Break | null;
}

const NOTHING: WatchState = { followed: NOTHING_VERIFIED, pass: null, whole: null, broken: null };

/**
 * Verifies the chain all the time: new events as they come, and all events again once a day, in small pieces. How far
 * it has come outlives the process and is authenticated: who can write into the database cannot have it pass events
 * over, only have it begin anew.
 */
@Injectable()
export class ChainWatch {
  private readonly log = new Logger('ChainWatch');
  private readonly macs: RowMacs;

  constructor(
    @Inject(STORED_LOG) private readonly stored: Pick<StoredLog, 'stored'>,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Jobs) private readonly jobs: Pick<Jobs, 'note' | 'last'>,
    @Inject(Causation) private readonly causation: Pick<Causation, 'contextOf'>,
    @Inject(KeyRing) ring: Pick<KeyRing, 'current' | 'reload'>,
  ) {
    this.macs = new RowMacs(ring, 'rows/worker', CHAIN_WATCH);
  }

  /** One look; whoever signs or decides does not wait for it. Has a case opened about an event that was changed. */
  async look(): Promise<void> {
    const before = await this.reached();
    const [followed, newBreak] = await this.go(before.followed, FOLLOWED_AT_ONCE);
    const [past, oldBreak] = await this.goThrough({ ...before, followed });
    const state: WatchState = { followed, ...past, broken: newBreak ?? oldBreak };
    if (before.broken && before.broken.position !== state.broken?.position) await this.close(before.broken);
    // Noted before the case is opened: a log that was changed may not take one.
    await this.jobs.note(CHAIN_WATCH, { ...state, mac: this.macs.of(canonicalJson(state)).toString('hex') });
    if (state.broken) await this.open(state.broken);
  }

  /** Where it stands, as any instance tells it; null before the first look. */
  async standing(): Promise<ChainWatchView | null> {
    const noted = await this.jobs.last(CHAIN_WATCH);
    if (!noted) return null;
    const { followed, pass, whole, broken }: WatchState = noted.result;
    return {
      at: noted.at.toISOString(),
      verified: toSequence(followed.head),
      whole,
      pass: pass && { began: pass.began, verified: toSequence(pass.head), of: toSequence(pass.through.head) },
      broken,
    };
  }

  private async reached(): Promise<WatchState> {
    const noted = await this.jobs.last(CHAIN_WATCH);
    if (!noted) return NOTHING;
    const { mac, ...state } = noted.result as WatchState & { mac?: string };
    if (typeof mac === 'string' && this.macs.fits(Buffer.from(mac, 'hex'), canonicalJson(state))) return state;
    this.log.warn('How far the chain was verified was not written by this platform: it is verified from its beginning');
    return NOTHING;
  }

  /** The next events of the pass that is under way, or of a new one where it is time. */
  private async goThrough(state: WatchState): Promise<[Pick<WatchState, 'pass' | 'whole'>, Break | null]> {
    const pass = state.pass ?? this.nextPass(state);
    if (pass === null) return [state, null];
    const { began, through } = pass;
    const share = Math.ceil(toSequence(through.head) / LOOKS_A_PASS);
    const limit = Math.min(Math.max(share, PASSED_AT_ONCE), distance(pass.head, through.head));
    const [reached, broken] = await this.go(pass, limit, through);
    if (broken || reached.head < through.head) return [{ ...state, pass: { ...reached, began, through } }, broken];
    const ended = this.clock.now().toISOString();
    return [{ pass: null, whole: { began, ended, through: through.head } }, null];
  }

  private nextPass({ followed, whole }: WatchState): WatchState['pass'] {
    const now = this.clock.now();
    const sinceMs = whole ? now.getTime() - Date.parse(whole.began) : Infinity;
    // A clock that was wrong for a moment does not put the next pass off for years.
    if (followed.head === START || (sinceMs >= 0 && sinceMs < DAY_MS)) return null;
    return { ...NOTHING_VERIFIED, began: now.toISOString(), through: followed };
  }

  /** Goes on from a place, past an event that is not as it was written where people have accepted that. */
  private async go(from: Verified, limit: number, known?: Verified): Promise<[Verified, Break | null]> {
    const marks = known ? [{ position: known.head, hash: known.hash }] : [];
    const { head, hash, broken } = await verifyChain(this.stored, marks, { from, limit });
    if (broken === null) return [{ head, hash }, null];
    return (await this.isAccepted(broken)) ? [await this.behind(broken), null] : [{ head, hash }, broken];
  }

  private async isAccepted({ position }: Break): Promise<boolean> {
    const { status, resolution } = (await load(this.store, caseFold(caseIdOf(about(position))))).state;
    return status === 'resolved' && resolution !== 'corrected';
  }

  /** The first event from there on as it stands now, or the last one where the log ends before. */
  private async behind({ position }: Break): Promise<Verified> {
    const at = (sequence: number) => this.stored.stored(toPosition(sequence), 1);
    const [event] = [
      ...(await at(toSequence(position) - 1)),
      ...(await at(Math.max(0, toSequence(await this.store.head()) - 1))),
    ];
    return event ? { head: toPosition(event.position), hash: event.hash.toString('hex') } : NOTHING_VERIFIED;
  }

  private async open({ position, reason }: Break): Promise<void> {
    const summary = `Event ${toSequence(position)} of the log was changed: ${reason}. Keep a copy of the database.`;
    const writes = await opening(this.store, { ...about(position), summary });
    if (writes.length > 0) await this.store.appendMany(writes, await this.causation.contextOf({}));
  }

  private async close({ position }: Break): Promise<void> {
    const note = 'The event is again as it was written.';
    const writes = await closing(this.store, about(position), { resolution: 'corrected', note });
    if (writes.length > 0) await this.store.appendMany(writes, await this.causation.contextOf({}));
  }
}

const about = (position: Position) => ({ kind: KIND, subject: String(toSequence(position)) });
