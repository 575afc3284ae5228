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

  /** Like `handleCommand`. @throws its errors; Refused if the Idempotency-Key is too long */
  async decide<State, Event extends NewEvent>(
    on: Folded<State, Event>,
    decide: (state: State) => Event[] | Promise<Event[]>,
    cause: Cause = {},
  ): Promise<Handled<State>> {
    return handleCommand(this.store, on, decide, await this.causation.contextOf(cause));
  }

  /** Like `handleCommandAcross`. @throws its errors; Refused if the Idempotency-Key is too long */
  async decideAcross<S extends Streams>(
    streams: S,
    decide: (states: StatesOf<S>) => DecisionOf<S> | Promise<DecisionOf<S>>,
    cause: Cause = {},
  ): Promise<Handled<StatesOf<S>>> {
    return handleCommandAcross(this.store, streams, decide, await this.causation.contextOf(cause));
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
