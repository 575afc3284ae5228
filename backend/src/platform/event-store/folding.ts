import {
  START,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type Position,
  type RecordedEvent,
} from './event-store.js';

/** A stream and the fold of its events into a state. */
export interface Folded<State, Event extends NewEvent = NewEvent> {
  readonly stream: string;
  readonly initialState: State;
  /** @param at when the event was recorded */
  evolve(state: State, event: Event, at: Date): State;
  /** The same for many events at once, if copying the state for each of them would be too expensive. */
  evolveAll?(state: State, events: readonly Event[]): State;
  /**
   * Set for streams that grow long: states are stored as snapshots under this version. Increment it with every change
   * of the state's shape or of `evolve`; otherwise old snapshots are used for the new fold.
   */
  readonly snapshotVersion?: number;
  /** For a stream to which many commands write: within one process they take turns, so that they do not conflict. */
  readonly hot?: boolean;
}

export interface Loaded<State> {
  stream: string;
  state: State;
  /** Revision of the last event; -1 if the stream does not exist. */
  revision: number;
  /** START if it does not exist. */
  position: Position;
  lastEventId: string | null;
}

/** How many events are folded at once if the fold supports that. */
const PAGE = 1_000;

/** The expected revision for writing to a loaded stream. */
export const expectedOf = ({ revision }: Pick<Loaded<unknown>, 'revision'>): ExpectedRevision =>
  revision < 0 ? 'none' : revision;

/** Folds a stream, from a valid snapshot if there is one. */
export async function load<State, Event extends NewEvent>(
  store: EventStore,
  on: Folded<State, Event>,
): Promise<Loaded<State>> {
  const { snapshotVersion: version } = on;
  const kept = version === undefined ? null : ((await store.snapshots?.find(on.stream, version)) ?? null);
  const resumed = kept && (await fold(store, on, kept.state as State, kept.revision, kept.hash));
  const { last, folded, ...loaded } = resumed ?? (await fold(store, on, on.initialState, -1, null))!;
  if (version !== undefined && last && folded > 0)
    void store.snapshots?.keep(on.stream, version, { revision: last.revision, hash: last.hash, state: loaded.state });
  return loaded;
}

/**
 * @param from revision of the last event in `state`, -1 for none
 * @returns null if the log's event does not match the snapshot
 */
async function fold<State, Event extends NewEvent>(
  store: EventStore,
  on: Folded<State, Event>,
  state: State,
  from: number,
  hash: string | null,
): Promise<(Loaded<State> & { last: RecordedEvent | null; folded: number }) | null> {
  let last: RecordedEvent | null = null;
  let folded = 0;
  let page: Event[] = [];
  const foldPage = () => {
    if (on.evolveAll && page.length > 0) state = on.evolveAll(state, page);
    page = [];
  };
  for await (const event of store.read(on.stream, { from: Math.max(from, 0) })) {
    const fact = event as unknown as Event;
    if (event.revision === from) {
      if (event.hash !== hash) return null;
    } else if (on.evolveAll) {
      page.push(fact);
      if (page.length === PAGE) foldPage();
      folded++;
    } else {
      state = on.evolve(state, fact, new Date(event.at));
      folded++;
    }
    last = event;
  }
  if (from >= 0 && !last) return null;
  foldPage();
  return {
    stream: on.stream,
    state,
    revision: last?.revision ?? -1,
    position: last?.position ?? START,
    lastEventId: last?.id ?? null,
    last,
    folded,
  };
}
