import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { LogQuery, ManifestView } from '@tknest/contracts/api';
import { createHash, type Hash } from 'node:crypto';
import { CLOCK, type Clock } from '../../../../platform/clock/clock.js';
import { STORED_LOG } from '../../../../platform/event-store/stored-log.js';
import type { EventStore, RecordedEvent } from '../../../../platform/event-store/event-store.js';
import { LogFold } from '../../log-fold.js';
import { lineOf, throughOf } from './log-lines.js';

/** What `events.jsonl?through=…` must hold: counts, the head's seal, and the file's digest. */
export class MakeManifest extends Query<ManifestView> {
  constructor(
    readonly asked: LogQuery,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}

type Counted = Omit<ManifestView, 'generatedAt'>;
interface Manifest {
  counted: Counted;
  digest: Hash;
}

const empty = (): Manifest => ({
  counted: {
    events: 0,
    firstPosition: null,
    lastPosition: null,
    firstAt: null,
    lastAt: null,
    headHash: null,
    streams: 0,
    types: {},
    file: { name: 'events.jsonl', bytes: 0, sha256: '' },
  },
  digest: createHash('sha256'),
});

function count({ counted, digest }: Manifest, event: RecordedEvent): void {
  const { position, revision, type, at, hash } = event;
  const line = lineOf(event);
  digest.update(line);
  counted.file.bytes += Buffer.byteLength(line);
  counted.types[type] = (counted.types[type] ?? 0) + 1;
  counted.events++;
  // A stream begins once.
  if (revision === 0) counted.streams++;
  counted.firstPosition ??= position;
  counted.firstAt ??= at;
  Object.assign(counted, { lastPosition: position, lastAt: at, headHash: hash });
}

@Injectable()
@QueryHandler(MakeManifest)
export class MakeManifestHandler implements IQueryHandler<MakeManifest> {
  private readonly fold: LogFold<Manifest>;

  constructor(
    @Inject(STORED_LOG) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const copy = ({ counted, digest }: Manifest) => ({ counted: structuredClone(counted), digest: digest.copy() });
    this.fold = new LogFold({ store, initial: empty, record: count, copy });
  }

  /** @throws Refused where the record cannot be read through in time */
  async execute({ asked, signal }: MakeManifest): Promise<ManifestView> {
    const view = ({ counted, digest }: Manifest): ManifestView => ({
      generatedAt: this.clock.now().toISOString(),
      ...structuredClone(counted),
      file: { ...counted.file, sha256: digest.copy().digest('hex') },
    });
    return this.fold.at(await throughOf(asked, this.store), view, signal);
  }
}
