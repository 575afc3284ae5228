import { Inject, Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { ChainWatchView } from '@tknest/contracts/api';
import { CLOCK, type Clock } from '../../platform/clock/clock.js';
import { Jobs } from '../../platform/consumers/jobs.js';
import { canonicalJson } from '../../platform/event-store/canonical-json.js';
import { EVENT_STORE, START, type EventStore, type Position } from '../../platform/event-store/event-store.js';
import { load } from '../../platform/event-store/folding.js';
import { distance, toPosition, toSequence } from '../../platform/event-store/positions.js';
import type { SealedEvent } from '../../platform/event-store/seal.js';
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
import { caseFold, caseIdOf, closing, isAccepted, opening } from '../operations-cases/rules.public.js';

export const CHAIN_WATCH = 'chain-watch';
const KIND = 'log-altered' as const;
/** New events of one look: about three seconds' work. A long log that was never verified takes several looks. */
const FOLLOWED_AT_ONCE = 50_000;
/** Old events of one look, at least; of a long log as many as have every event verified once a day. */
export const PASSED_AT_ONCE = 2_000;
const DAY_MS = 86_400_000;
/** Looks of one pass: with one a minute it ends within twenty hours. */
const LOOKS_A_PASS = 1_200;

/** An event that is not as it was written, and what was found of it: a change of the change is another finding. */
interface Break extends NonNullable<ChainReport['broken']> {
  found: string;
}

/** Two walks along the log: along what is new, and along what was verified before. */
type Walk = 'followed' | 'pass';

interface WatchState {
  /** Counts the looks: an older state that somebody put back is known by it. */
  looks: number;
  /** When the first of them was. */
  since: string | null;
  /** New events are verified as they come: this one and all before it were. */
  followed: Verified;
  /** The old ones again, while that is under way: up to `through`, which was verified when the pass began. */
  pass: (Verified & { began: string; through: Verified }) | null;
  /** The newest pass that came to its end. */
  whole: { began: string; ended: string; through: Position } | null;
  /** What each walk found and nobody has accepted or mended since. */
  breaks: Readonly<Record<Walk, readonly Break[]>>;
}

/** The state in the table: what older programs wrote is begun anew. */
type Noted = WatchState & { mac?: string };

const NOTHING: WatchState = {
  looks: 0,
  since: null,
  followed: NOTHING_VERIFIED,
  pass: null,
  whole: null,
  breaks: { followed: [], pass: [] },
};

/** How far one walk came in one look. */
interface Reached extends Verified {
  broken: Break | null;
  /** What people have accepted as it is, and it went past. */
  accepted: Break | null;
}

/**
 * Verifies the chain all the time: new events as they come, and all events again once a day, in small pieces. How far
 * it has come outlives the process and is authenticated. A process also remembers it: whoever writes into the database
 * cannot have events passed over, nor, while a worker runs, have it begin anew.
 */
@Injectable()
export class ChainWatch {
  private readonly log = new Logger('ChainWatch');
  private readonly macs: RowMacs;
  /** The newest state that this process has written or read. */
  private newest: { at: Date; state: WatchState } | null = null;

  constructor(
    @Inject(STORED_LOG) private readonly stored: Pick<StoredLog, 'stored'>,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Jobs) private readonly jobs: Pick<Jobs, 'note' | 'last'>,
    @Inject(Causation) private readonly causation: Pick<Causation, 'contextOf'>,
    @Inject(KeyRing) private readonly ring: Pick<KeyRing, 'current' | 'reload' | 'isWithoutWorkerKeys'>,
  ) {
    this.macs = new RowMacs(ring, 'rows/worker', CHAIN_WATCH);
  }

  /** One look; whoever signs or decides does not wait for it. Has a case opened about each event that was changed. */
  async look(): Promise<void> {
    const now = this.clock.now();
    const before = (await this.reached())?.state ?? NOTHING;
    const followed = await this.go(before.followed, FOLLOWED_AT_ONCE);
    // Where the log goes on otherwise than before, the pass has to come to another end.
    const restarted = { ...NOTHING_VERIFIED, began: now.toISOString(), through: placeOf(followed) };
    const pass = followed.accepted && before.pass ? restarted : before.pass;
    const { passed, ...past } = await this.goThrough({ ...before, pass }, followed);
    const breaks = {
      followed: stillBroken(before.breaks.followed, followed),
      pass: passed ? stillBroken(before.breaks.pass, passed) : before.breaks.pass,
    };
    const state: WatchState = {
      looks: before.looks + 1,
      since: before.since ?? now.toISOString(),
      followed: placeOf(followed),
      ...past,
      breaks,
    };
    await this.closeWhatIsOver(allOf(before), allOf(state));
    // Noted before cases are opened: a log that was changed may not take one.
    await this.jobs.note(CHAIN_WATCH, { ...state, mac: this.macs.of(canonicalJson(state)).toString('hex') });
    this.newest = { at: now, state };
    for (const broken of allOf(state)) await this.open(broken);
  }

  /**
   * Where it stands; null before the first look. A process without the workers' keys tells what the table says, which
   * it cannot check.
   */
  async standing(): Promise<ChainWatchView | null> {
    const standing = await this.reached();
    if (!standing) return null;
    const { followed, pass, whole } = standing.state;
    const [broken] = allOf(standing.state);
    return {
      at: standing.at.toISOString(),
      verified: toSequence(followed.head),
      whole,
      pass: pass && { began: pass.began, verified: toSequence(pass.head), of: toSequence(pass.through.head) },
      broken: broken ? { position: broken.position, reason: broken.reason } : null,
    };
  }

  /** For monitors: whether events are not as they were written, and since when not all were verified. */
  async measured(): Promise<{ altered: boolean; wholeSince: Date | null }> {
    const state = (await this.reached())?.state;
    const since = state?.whole?.ended ?? state?.since ?? null;
    return { altered: state !== undefined && allOf(state).length > 0, wholeSince: since ? new Date(since) : null };
  }

  /** The newest state that this process can know of; null where there is none. */
  private async reached(): Promise<{ at: Date; state: WatchState } | null> {
    const noted = await this.jobs.last(CHAIN_WATCH);
    const read = noted && { at: noted.at, state: this.believed(noted.result) };
    const isOlder = this.newest && (!read?.state || read.state.looks < this.newest.state.looks);
    if (isOlder) {
      this.log.error('Somebody removed or replaced what was noted of the verification of the chain; it goes on');
      return this.newest;
    }
    if (read && !read.state)
      this.log.warn('What is noted of the verification of the chain was not written by this program; it begins anew');
    return read?.state ? (this.newest = { at: read.at, state: read.state }) : null;
  }

  private believed({ mac, ...state }: Noted): WatchState | null {
    if (!state.breaks) return null;
    if (this.ring.isWithoutWorkerKeys) return state;
    return typeof mac === 'string' && this.macs.fits(Buffer.from(mac, 'hex'), canonicalJson(state)) ? state : null;
  }

  /** The next events of the pass that is under way, or of a new one where it is time. */
  private async goThrough(
    state: WatchState,
    followed: Verified,
  ): Promise<Pick<WatchState, 'pass' | 'whole'> & { passed: Reached | null }> {
    const { whole } = state;
    const pass = state.pass ?? this.nextPass(whole, placeOf(followed));
    if (pass === null) return { pass, whole, passed: null };
    const { began, through } = pass;
    const share = Math.ceil(toSequence(through.head) / LOOKS_A_PASS);
    const limit = Math.min(Math.max(share, PASSED_AT_ONCE), distance(pass.head, through.head));
    const passed = await this.go(placeOf(pass), limit, through);
    if (passed.broken || passed.head < through.head)
      return { pass: { ...placeOf(passed), began, through }, whole, passed };
    const ended = this.clock.now().toISOString();
    return { pass: null, whole: { began, ended, through: through.head }, passed };
  }

  private nextPass(whole: WatchState['whole'], followed: Verified): WatchState['pass'] {
    const now = this.clock.now();
    const sinceMs = whole ? now.getTime() - Date.parse(whole.began) : Infinity;
    // A clock that was wrong for a moment does not put the next pass off for years.
    if (followed.head === START || (sinceMs >= 0 && sinceMs < DAY_MS)) return null;
    return { ...NOTHING_VERIFIED, began: now.toISOString(), through: followed };
  }

  /** Goes on from a place, past an event that is not as it was written where people have accepted what was found. */
  private async go(from: Verified, limit: number, known?: Verified): Promise<Reached> {
    const marks = known ? [{ position: known.head, hash: known.hash }] : [];
    const { head, hash, broken, instead } = await verifyChain(this.stored, marks, { from, limit });
    if (broken === null) return { head, hash, broken, accepted: null };
    const expected = broken.position === from.head ? from : known;
    const found = { ...broken, found: instead ? digestOf(instead) : `end-${(expected?.hash ?? '').slice(0, SHORT)}` };
    if (!(await this.isAccepted(found))) return { head, hash, broken: found, accepted: null };
    return { ...(await this.behind(instead)), broken: null, accepted: found };
  }

  private async isAccepted(broken: Break): Promise<boolean> {
    return isAccepted((await load(this.store, caseFold(caseIdOf(about(broken))))).state);
  }

  /** What was accepted, as it stood when it was found; or the last event where the log ends before. */
  private async behind(instead: SealedEvent | null): Promise<Verified> {
    const last = Math.max(0, toSequence(await this.store.head()) - 1);
    const event = instead ?? (await this.stored.stored(toPosition(last), 1))[0];
    return event ? { head: toPosition(event.position), hash: event.hash.toString('hex') } : NOTHING_VERIFIED;
  }

  private async open(broken: Break): Promise<void> {
    const { position, reason } = broken;
    const summary = `Event ${toSequence(position)} of the log was changed: ${reason}. Keep a copy of the database.`;
    const writes = await opening(this.store, { ...about(broken), summary });
    if (writes.length > 0) await this.store.appendMany(writes, await this.causation.contextOf({}));
  }

  /** Cases about what is not found any more, or is found otherwise. */
  private async closeWhatIsOver(before: readonly Break[], now: readonly Break[]): Promise<void> {
    for (const one of before) {
      if (now.some((other) => isSame(one, other))) continue;
      const other = now.find(({ position }) => position === one.position);
      const note = other
        ? `The event was changed again: see the case ${caseIdOf(about(other))}.`
        : 'The event is again as it was written.';
      const writes = await closing(this.store, about(one), { resolution: 'corrected', note });
      if (writes.length > 0) await this.store.appendMany(writes, await this.causation.contextOf({}));
    }
  }
}

/** Characters of a digest in the name of a case. */
const SHORT = 16;

const about = ({ position, found }: Break) => ({ kind: KIND, subject: `${toSequence(position)}-${found}` });
const isSame = (one: Break, other: Break): boolean => one.position === other.position && one.found === other.found;
const placeOf = ({ head, hash }: Verified): Verified => ({ head, hash });

/** Each finding once, whichever walk met it. */
const allOf = ({ breaks }: WatchState): Break[] =>
  [...breaks.followed, ...breaks.pass].filter((one, n, all) => all.findIndex((other) => isSame(one, other)) === n);

/** What a walk finds now, and what it found before and has not come to again. */
function stillBroken(before: readonly Break[], { head, broken, accepted }: Reached): Break[] {
  const isBehind = (one: Break) => one.position > (broken?.position ?? head) && !(accepted && isSame(one, accepted));
  return [...(broken ? [broken] : []), ...before.filter(isBehind)];
}

/** Of everything that is stored of an event, also of what the seal leaves out. */
function digestOf({
  position,
  stream,
  revision,
  id,
  type,
  version,
  at,
  data,
  metadata,
  hash,
  mac,
}: SealedEvent): string {
  const bytes = [hash, mac].map((one) => one?.toString('hex') ?? null);
  const parts = [position, stream, revision, id, type, version, at, data, metadata, ...bytes];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, SHORT);
}
