import {
  WrongExpectedRevision,
  START,
  type AppendContext,
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type Position,
  type StreamWrite,
} from './event-store.js';

/** The rules of one aggregate: pure. Time, ids, rates and the like come in with the command. */
export interface Decider<Command, State, Event extends NewEvent> {
  readonly initialState: State;
  /** What happens; nothing where the command changes nothing. Throws where the rules refuse it. */
  decide(command: Command, state: State): Event[];
  evolve(state: State, event: Event): State;
}

/**
 * A stream and how its events become a state. A decider beside a stream name is one: `{ stream, ...listingDecider }`.
 */
export interface Folded<State, Event extends NewEvent = NewEvent> {
  readonly stream: string;
  readonly initialState: State;
  evolve(state: State, event: Event): State;
}

export interface CommandContext extends AppendContext {
  /** What the caller says to have seen (If-Match). Then a conflict is his to solve and nothing is tried again. */
  expected?: ExpectedRevision;
}

export interface Handled<State> extends AppendResult {
  /** The state after the command. */
  state: State;
  /** What it wrote; empty where it changed nothing, or had been handled before. */
  events: NewEvent[];
}

/** Attempts of a command whose stream was moved on by others in between. */
const ATTEMPTS_MAX = 8;

/**
 * Loads a stream, decides, appends; loads and decides again where somebody else was faster. A command that was handled
 * before gets the first answer and decides nothing.
 * @throws WrongExpectedRevision after 8 attempts, or at once where the caller gave an expectation; CommandReused; what
 * `decide` throws
 */
export async function handleCommand<State, Event extends NewEvent>(
  store: EventStore,
  on: Folded<State, Event>,
  decide: (state: State) => Event[] | Promise<Event[]>,
  context: CommandContext,
): Promise<Handled<State>> {
  const { state, ...handled } = await handleCommandAcross(
    store,
    { it: on },
    async (states) => ({ it: await decide(states.it) }),
    context,
  );
  return { ...handled, state: state.it };
}

type Streams = Record<string, Folded<any, any>>;
type StatesOf<S extends Streams> = { [Key in keyof S]: S[Key] extends Folded<infer State, any> ? State : never };
type DecisionOf<S extends Streams> = { [Key in keyof S]?: S[Key] extends Folded<any, infer Event> ? Event[] : never };

/**
 * The same over several streams in one commit. Every loaded stream is checked at the append, also those that nothing is
 * written to: the decision rests on all of them.
 */
export async function handleCommandAcross<S extends Streams>(
  store: EventStore,
  streams: S,
  decide: (states: StatesOf<S>) => DecisionOf<S> | Promise<DecisionOf<S>>,
  context: CommandContext,
): Promise<Handled<StatesOf<S>>> {
  const keys = Object.keys(streams) as (keyof S & string)[];
  for (let attempt = 1; ; attempt++) {
    const [before, ...loaded] = await Promise.all([
      store.findCommand(context.metadata.commandId, context.inputHash),
      ...keys.map((key) => load(store, streams[key]!)),
    ]);
    const states = Object.fromEntries(keys.map((key, index) => [key, loaded[index]!.state])) as StatesOf<S>;
    if (before) return { ...before, state: states, events: [] };
    let decision: DecisionOf<S>;
    try {
      decision = await decide(states);
    } catch (refusal) {
      // What it is refused for may be its own doing: a twin of the command was appended since it was looked for.
      const twin = await store.findCommand(context.metadata.commandId, context.inputHash);
      if (!twin) throw refusal;
      return { ...twin, state: states, events: [] };
    }
    const writes = keys.map((key, index): StreamWrite => {
      const { revision } = loaded[index]!;
      return {
        stream: streams[key]!.stream,
        expected: context.expected ?? (revision < 0 ? 'none' : revision),
        events: decision[key] ?? [],
      };
    });
    const events = writes.flatMap((write) => write.events);
    if (events.length === 0) return { ...unchanged(loaded, writes, context), state: states, events };
    try {
      const appended = await store.appendMany(writes, context);
      if (appended.duplicate) continue;
      for (const key of keys)
        for (const event of decision[key] ?? []) states[key] = streams[key]!.evolve(states[key], event);
      return { ...appended, state: states, events };
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision) || context.expected !== undefined || attempt >= ATTEMPTS_MAX)
        throw error;
      await new Promise((resolve) => setTimeout(resolve, (attempt - 1) * 3));
    }
  }
}

interface Loaded<State> {
  state: State;
  revision: number;
  position: Position;
}

/** Folds a stream. `revision` is -1 and `position` START where it does not exist. */
export async function load<State, Event extends NewEvent>(
  store: EventStore,
  on: Folded<State, Event>,
): Promise<Loaded<State>> {
  const loaded: Loaded<State> = { state: on.initialState, revision: -1, position: START };
  for await (const event of store.read(on.stream)) {
    loaded.state = on.evolve(loaded.state, event as unknown as Event);
    loaded.revision = event.revision;
    loaded.position = event.position;
  }
  return loaded;
}

/** Nothing was decided, so nothing is written; the position is that of what was seen. */
function unchanged(loaded: Loaded<unknown>[], writes: StreamWrite[], context: CommandContext): AppendResult {
  const position = loaded.reduce((last, { position }) => (position > last ? position : last), START);
  const revisions = Object.fromEntries(writes.map(({ stream }, index) => [stream, loaded[index]!.revision]));
  return { position, revisions, duplicate: false, result: context.result ?? null };
}
