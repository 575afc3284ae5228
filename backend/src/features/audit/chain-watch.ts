import { Inject, Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { ChainWatchView } from '@tknest/contracts/api';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { Jobs } from '#platform/consumers/jobs.js';
import { canonicalJson } from '#platform/event-store/canonical-json.js';
import { EVENT_STORE, START, type EventStore, type Position } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { distance, toPosition, toSequence } from '#platform/event-store/positions.js';
import type { SealedEvent } from '#platform/event-store/seal.js';
import { STORED_LOG, type StoredLog } from '#platform/event-store/stored-log.js';
import { NOTHING_VERIFIED, verifyChain, type ChainReport, type Verified } from '#platform/event-store/verify-chain.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { KeyRing } from '#platform/vault/key-ring.js';
import { RowMacs } from '#platform/keys/row-macs.js';
import { caseFold, caseIdOf, closing, isAccepted, opening } from '#features/operations-cases/rules.public.js';

export const CHAIN_WATCH = 'chain-watch';
const KIND = 'log-altered' as const;
/** New events per check: about three seconds' work. A long log that was never verified takes several checks. */
const FOLLOWED_AT_ONCE = 50_000;
/** Old events per check, at least; on a long log, enough to verify every event once a day. */
export const PASSED_AT_ONCE = 2_000;
const DAY_MS = 86_400_000;
/** Checks per pass: at one a minute, a pass ends within twenty hours. */
const LOOKS_A_PASS = 1_200;

/** A changed event and how it differs; if it is changed again, that is a new finding. */
interface Break extends NonNullable<ChainReport['broken']> {
  found: string;
}

/** Two walks along the log: over new events, and again over verified ones. */
type Walk = 'followed' | 'pass';

interface WatchState {
  /** Counts the checks, to detect that somebody restored an older state. */
  looks: number;
  /** When the first check was. */
  since: string | null;
  /** The newest event of the walk over new events; all events before it were verified too. */
  followed: Verified;
  /** The current pass over verified events, up to `through`, which was the newest when the pass began. */
  pass: (Verified & { began: string; through: Verified }) | null;
  /** The newest completed pass. */
  whole: { began: string; ended: string; through: Position } | null;
  /** The findings of each walk that have been neither accepted nor repaired. */
  breaks: Readonly<Record<Walk, readonly Break[]>>;
}

/** The state in the table; one without a genuine MAC is started over. */
type Noted = WatchState & { mac?: string };

const NOTHING: WatchState = {
  looks: 0,
  since: null,
  followed: NOTHING_VERIFIED,
  pass: null,
  whole: null,
  breaks: { followed: [], pass: [] },
};

/** The progress of one walk in one check. */
interface Reached extends Verified {
  broken: Break | null;
  /** An accepted finding that the walk passed. */
  accepted: Break | null;
}

/**
 * Verifies the chain continuously: new events as they come, and all events again once a day, in small pieces. Its
 * progress is stored and authenticated, and the process remembers it too. Somebody who writes to the database therefore
 * can't make it skip events, nor, while a worker runs, make it start over.
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
    private readonly recorder: Recorder,
    @Inject(KeyRing) private readonly ring: Pick<KeyRing, 'current' | 'reload' | 'isWithoutWorkerKeys'>,
  ) {
    this.macs = new RowMacs(ring, 'rows/worker', CHAIN_WATCH);
  }

  /** One check, which no signature or decision waits for. Opens a case for each changed event. */
  async look(): Promise<void> {
    const now = this.clock.now();
    const before = (await this.reached())?.state ?? NOTHING;
    const followed = await this.go(before.followed, FOLLOWED_AT_ONCE);
    // Beyond an accepted change the chain is a different one, so the pass starts over.
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
    // Saved before cases are opened, because a changed log may refuse to take a case.
    await this.jobs.note(CHAIN_WATCH, { ...state, mac: this.macs.of(canonicalJson(state)).toString('hex') });
    this.newest = { at: now, state };
    for (const broken of allOf(state)) await this.open(broken);
  }

  /**
   * Its progress; null before the first check. A process without the workers' keys returns the table's state
   * unverified.
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

  /** For metrics: whether events were changed, and when all events were last verified. */
  async measured(): Promise<{ altered: boolean; wholeSince: Date | null }> {
    const state = (await this.reached())?.state;
    const since = state?.whole?.ended ?? state?.since ?? null;
    return { altered: state !== undefined && allOf(state).length > 0, wholeSince: since ? new Date(since) : null };
  }

  /** The newest state that this process knows; null if there is none. */
  private async reached(): Promise<{ at: Date; state: WatchState } | null> {
    const noted = await this.jobs.last(CHAIN_WATCH);
    const read = noted && { at: noted.at, state: this.believed(noted.result) };
    const isOlder = this.newest && (!read?.state || read.state.looks < this.newest.state.looks);
    if (isOlder) {
      this.log.error(
        'Somebody removed or replaced the recorded progress of the chain’s verification; it continues from memory',
      );
      return this.newest;
    }
    if (read && !read.state)
      this.log.warn(
        'The recorded progress of the chain’s verification was not written by this program; it starts over',
      );
    return read?.state ? (this.newest = { at: read.at, state: read.state }) : null;
  }

  private believed({ mac, ...state }: Noted): WatchState | null {
    if (!state.breaks) return null;
    if (this.ring.isWithoutWorkerKeys) return state;
    return typeof mac === 'string' && this.macs.fits(Buffer.from(mac, 'hex'), canonicalJson(state)) ? state : null;
  }

  /** The next events of the current pass, or of a new one if it is due. */
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
    // A clock that was briefly wrong must not delay the next pass for years.
    if (followed.head === START || (sinceMs >= 0 && sinceMs < DAY_MS)) return null;
    return { ...NOTHING_VERIFIED, began: now.toISOString(), through: followed };
  }

  /** Verifies from a place on, and continues past a changed event if people have accepted the finding. */
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

  /** The place behind an accepted finding, as it was when found; or the last event if the log ends earlier. */
  private async behind(instead: SealedEvent | null): Promise<Verified> {
    const last = Math.max(0, toSequence(await this.store.head()) - 1);
    const event = instead ?? (await this.stored.stored(toPosition(last), 1))[0];
    return event ? { head: toPosition(event.position), hash: event.hash.toString('hex') } : NOTHING_VERIFIED;
  }

  private async open(broken: Break): Promise<void> {
    const { position, reason } = broken;
    const summary = `Event ${toSequence(position)} of the log was changed: ${reason}. Keep a copy of the database.`;
    const writes = await opening(this.store, { ...about(broken), summary });
    if (writes.length > 0) await this.recorder.appendMany(writes);
  }

  /** Closes cases with findings that are gone or have changed. */
  private async closeWhatIsOver(before: readonly Break[], now: readonly Break[]): Promise<void> {
    for (const one of before) {
      if (now.some((other) => isSame(one, other))) continue;
      const other = now.find(({ position }) => position === one.position);
      const note = other
        ? `The event was changed again: see the case ${caseIdOf(about(other))}.`
        : 'The event is as it was written again.';
      const writes = await closing(this.store, about(one), { resolution: 'corrected', note });
      if (writes.length > 0) await this.recorder.appendMany(writes);
    }
  }
}

/** Number of characters of a digest in a case's id. */
const SHORT = 16;

const about = ({ position, found }: Break) => ({ kind: KIND, subject: `${toSequence(position)}-${found}` });
const isSame = (one: Break, other: Break): boolean => one.position === other.position && one.found === other.found;
const placeOf = ({ head, hash }: Verified): Verified => ({ head, hash });

/** Each finding once, whichever walk found it. */
const allOf = ({ breaks }: WatchState): Break[] =>
  [...breaks.followed, ...breaks.pass].filter((one, n, all) => all.findIndex((other) => isSame(one, other)) === n);

/** The findings of a walk: the current one, and earlier ones that it has not reached again. */
function stillBroken(before: readonly Break[], { head, broken, accepted }: Reached): Break[] {
  const isBehind = (one: Break) => one.position > (broken?.position ?? head) && !(accepted && isSame(one, accepted));
  return [...(broken ? [broken] : []), ...before.filter(isBehind)];
}

/** A digest of all stored columns of an event, including those that the seal does not cover. */
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
