import { EventEmitter } from 'node:events';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../clock/clock.js';
import { EVENT_STORE, type EventStore, type Position } from '../event-store/event-store.js';
import { ProjectionLoop } from './projection-loop.js';
import { ProjectionRegistry } from './projection-registry.js';

/** How long a command's answer waits for the read models it concerns. */
const WAIT_MS = 5_000;

export interface ReadModelHealth {
  name: string;
  state: string;
  position: Position;
  parked: number;
}

/** Runs every read model, and lets a command's answer wait until it can be read back. */
@Injectable()
export class ReadModels implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Tells the name of a read model whose rows have changed. */
  readonly changes = new EventEmitter<{ changed: [string] }>().setMaxListeners(10_000);
  private readonly log = new Logger('ReadModels');
  private loops: ProjectionLoop[] = [];

  constructor(
    private readonly registry: ProjectionRegistry,
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.loops = this.registry.all().map((projection) => new ProjectionLoop(projection, this.db, this.store, this.clock, (name) => this.changes.emit('changed', name)));
    this.loops.forEach((loop) => loop.start());
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  /** Waits until the named read models (all, where none is named) have reached a position. @returns false where the time was not enough */
  async waitFor(position: Position, names?: readonly string[], timeoutMs = WAIT_MS): Promise<boolean> {
    const concerned = this.loops.filter((loop) => !names || names.includes(loop.projection.name));
    const reached = await Promise.all(concerned.map((loop) => loop.reached(position, timeoutMs)));
    if (reached.every(Boolean)) return true;
    this.log.warn(`Read models are behind position ${position}`);
    return false;
  }

  report(): ReadModelHealth[] {
    return this.loops.map(({ projection, state, position, parked }) => ({ name: projection.name, state, position, parked }));
  }
}
