import { Inject, Injectable } from '@nestjs/common';
import {
  handleCommand,
  handleCommandAcross,
  type DecisionOf,
  type Folded,
  type Handled,
  type StatesOf,
  type Streams,
} from '../event-store/decider.js';
import {
  EVENT_STORE,
  type AppendResult,
  type EventMetadata,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type StreamWrite,
} from '../event-store/event-store.js';
import { Causation, type Cause } from './causation.js';

/**
 * Decides commands and appends events with their context: actor, command and business day. Without a cause, the
 * platform itself is the actor.
 */
@Injectable()
export class Recorder {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(Causation) private readonly causation: Pick<Causation, 'contextOf'>,
  ) {}

  /**
   * As `handleCommand`; the decision also gets who causes it, and on which business day.
   * @throws what that throws; Refused if the Idempotency-Key is too long
   */
  async decide<State, Event extends NewEvent>(
    on: Folded<State, Event>,
    decide: (state: State, by: EventMetadata) => Event[] | Promise<Event[]>,
    cause: Cause = {},
  ): Promise<Handled<State>> {
    const context = await this.causation.contextOf(cause);
    return handleCommand(this.store, on, (state) => decide(state, context.metadata), context);
  }

  /** As `decide`, over several streams. @throws what `handleCommandAcross` throws; Refused if the key is too long */
  async decideAcross<S extends Streams>(
    streams: S,
    decide: (states: StatesOf<S>, by: EventMetadata) => DecisionOf<S> | Promise<DecisionOf<S>>,
    cause: Cause = {},
  ): Promise<Handled<StatesOf<S>>> {
    const context = await this.causation.contextOf(cause);
    return handleCommandAcross(this.store, streams, (states) => decide(states, context.metadata), context);
  }

  /** Like `EventStore.append`. @throws its errors */
  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    cause: Cause = {},
  ): Promise<AppendResult> {
    return this.store.append(stream, expected, events, await this.causation.contextOf(cause));
  }

  /** Like `EventStore.appendMany`. @throws its errors */
  async appendMany(writes: readonly StreamWrite[], cause: Cause = {}): Promise<AppendResult> {
    return this.store.appendMany(writes, await this.causation.contextOf(cause));
  }
}
