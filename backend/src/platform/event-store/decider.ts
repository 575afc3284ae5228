import { jitter } from '../clock/clock.js';
import {
  WrongExpectedRevision,
  START,
  type AppendContext,
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type StreamWrite,
} from './event-store.js';
import { expectedOf, load, type Folded, type Loaded } from './folding.js';
import { inTurn } from './in-turn.js';

export { load, type Folded } from './folding.js';

export interface CommandContext extends AppendContext {
  /**
   * The revision that the caller has seen (If-Match). A conflict is then not retried, because the caller must resolve
   * it.
   */
  expected?: ExpectedRevision;
}

export interface Handled<State> extends AppendResult {
  /** The state after the command. */
  state: State;
  /** The events written; empty if it changed nothing, or had been handled before. */
  events: NewEvent[];
}

/** How long a command is retried after conflicts with other instances, and the longest pause between two attempts. */
const CONFLICT_DEADLINE_MS = 10_000;
const CONFLICT_PAUSE_MAX_MS = 100;

/**
 * Loads a stream, decides, appends; after a conflict, loads and decides again. Idempotent: a command that was handled
 * before gets its first answer and decides nothing.
 * @throws WrongExpectedRevision after ten seconds of conflicts, or at once if the caller gave an expected revision;
 * CommandReused; what `decide` throws
 */
export async function handleCommand<State, Event extends NewEvent>(
  store: EventStore,
  on: Folded<State, Event>,
  decide: (state: State) => Event[] | Promise<Event[]>,
  context: CommandContext,
  deadlineMs = CONFLICT_DEADLINE_MS,
): Promise<Handled<State>> {
  const { state, ...handled } = await handleCommandAcross(
    store,
    { it: on },
    async (states) => ({ it: await decide(states.it) }),
    context,
    deadlineMs,
  );
  return { ...handled, state: state.it };
}

export type Streams = Record<string, Folded<any, any>>;
export type StatesOf<S extends Streams> = { [Key in keyof S]: S[Key] extends Folded<infer State, any> ? State : never };
export type DecisionOf<S extends Streams> = {
  [Key in keyof S]?: S[Key] extends Folded<any, infer Event> ? Event[] : never;
};

type Named<S extends Streams> = [key: keyof S & string, on: Folded<any, any>];

/**
 * The same over several streams in one commit. Every loaded stream is checked at the append, even those without writes,
 * because the decision is based on all of them.
 */
export async function handleCommandAcross<S extends Streams>(
  store: EventStore,
  streams: S,
  decide: (states: StatesOf<S>) => DecisionOf<S> | Promise<DecisionOf<S>>,
  context: CommandContext,
  deadlineMs = CONFLICT_DEADLINE_MS,
): Promise<Handled<StatesOf<S>>> {
  const named = Object.entries(streams) as Named<S>[];
  const hot = named.filter(([, on]) => on.hot).map(([, on]) => on.stream);
  return inTurn(store, hot, async () => {
    // Counted from its turn, because time spent waiting for others must not use up its retries.
    const deadline = Date.now() + deadlineMs;
    for (let attempt = 1; ; attempt++) {
      const handled = await tryOnce(store, named, decide, context, Date.now() < deadline);
      if (handled) return handled;
      await new Promise((resolve) => setTimeout(resolve, jitter(Math.min(attempt * 5, CONFLICT_PAUSE_MAX_MS))));
    }
  });
}

/** @returns null if it must be decided again */
async function tryOnce<S extends Streams>(
  store: EventStore,
  named: readonly Named<S>[],
  decide: (states: StatesOf<S>) => DecisionOf<S> | Promise<DecisionOf<S>>,
  context: CommandContext,
  again: boolean,
): Promise<Handled<StatesOf<S>> | null> {
  const [before, ...loaded] = await Promise.all([
    store.findCommand(context.metadata.commandId, context.inputHash),
    ...named.map(async ([key, on]) => ({ key, on, at: await load(store, on) })),
  ]);
  const states = Object.fromEntries(loaded.map(({ key, at }) => [key, at.state])) as StatesOf<S>;
  if (before) return { ...before, state: states, events: [] };
  let decision: DecisionOf<S>;
  try {
    decision = await decide(states);
  } catch (refusal) {
    // The command itself may be the reason for the refusal: its duplicate was appended since it was looked up.
    const twin = await store.findCommand(context.metadata.commandId, context.inputHash);
    if (!twin) throw refusal;
    return { ...twin, state: states, events: [] };
  }
  const writes = loaded.map(({ key, on, at }): StreamWrite => ({
    stream: on.stream,
    expected: context.expected ?? expectedOf(at),
    events: decision[key] ?? [],
  }));
  const events = writes.flatMap((write) => write.events);
  if (events.length === 0) return { ...unchanged(loaded, context), state: states, events };
  try {
    const appended = await store.appendMany(writes, context);
    if (appended.duplicate) return null;
    for (const { key, on } of loaded)
      for (const event of decision[key] ?? []) states[key] = on.evolve(states[key], event, new Date());
    return { ...appended, state: states, events };
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision) || context.expected !== undefined || !again) throw error;
    return null;
  }
}

/** Nothing was decided, so nothing is written; the position is that of the state seen. */
function unchanged(
  loaded: readonly { on: Folded<any, any>; at: Loaded<unknown> }[],
  context: CommandContext,
): AppendResult {
  const position = loaded.reduce((last, { at }) => (at.position > last ? at.position : last), START);
  const revisions = Object.fromEntries(loaded.map(({ on, at }) => [on.stream, at.revision]));
  return { position, revisions, duplicate: false, result: context.result ?? null };
}
