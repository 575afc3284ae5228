import { Inject, Injectable } from '@nestjs/common';
import type { ManifestView } from '@tknest/contracts/api';
import { createHash, type Hash } from 'node:crypto';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { canonicalJson } from '#platform/event-store/canonical-json.js';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { STORED_LOG, type StoredLog } from '#platform/event-store/stored-log.js';
import { WorkerRequests } from '#platform/worker-requests/worker-requests.js';
import { LogTree } from '#features/transparency/module.public.js';
import { RecordSigner } from '#features/transparency/signing.public.js';
import { LogFold } from '../log-fold.js';
import { lineOf } from '../use-cases/read-log/log-lines.js';
import type { ManifestAsked } from '../use-cases/read-log/manifest.query.js';
import { verbatimLine, verbatimReading, type VerbatimEvent } from '../use-cases/read-log/verbatim.js';

type Counted = Omit<ManifestView, 'generatedAt' | 'root' | 'signature'>;
interface Manifest {
  counted: Counted;
  /** Digests of `events.jsonl` and of `log.jsonl`. */
  digests: { file: Hash; log: Hash };
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
    versions: {},
    file: { name: 'events.jsonl', bytes: 0, sha256: '' },
    log: { name: 'log.jsonl', bytes: 0, sha256: '' },
  },
  digests: { file: createHash('sha256'), log: createHash('sha256') },
});

function count({ counted, digests }: Manifest, event: RecordedEvent): void {
  const { position, revision, type, version, at, hash } = event;
  const lines = { file: lineOf(event), log: verbatimLine((event as VerbatimEvent).sealed) };
  for (const name of ['file', 'log'] as const) {
    digests[name].update(lines[name]);
    counted[name].bytes += Buffer.byteLength(lines[name]);
  }
  counted.types[type] = (counted.types[type] ?? 0) + 1;
  const versions = (counted.versions[type] ??= []);
  if (!versions.includes(version)) versions.push(version);
  counted.events++;
  // Counts each stream at its first event.
  if (revision === 0) counted.streams++;
  counted.firstPosition ??= position;
  counted.firstAt ??= at;
  Object.assign(counted, { lastPosition: position, lastAt: at, headHash: hash });
}

const copy = ({ counted, digests: { file, log } }: Manifest): Manifest => ({
  counted: structuredClone(counted),
  digests: { file: file.copy(), log: log.copy() },
});

/** Counts the log up to a position as this worker reads it, and signs the result. */
@Injectable()
export class ManifestSigner {
  private readonly fold: LogFold<Manifest>;

  constructor(
    @Inject(STORED_LOG) log: StoredLog,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly tree: LogTree,
    private readonly signer: RecordSigner,
    requests: WorkerRequests,
  ) {
    this.fold = new LogFold({ store: verbatimReading(log), initial: empty, record: count, copy });
    requests.carryOut('sign-manifest', (asked: ManifestAsked) => this.sign(asked));
  }

  /** @throws Refused if the log cannot be read to the end in time */
  private async sign({ through }: ManifestAsked): Promise<ManifestView> {
    const counted = await this.fold.at(through, finished);
    const root = await this.rootOf(counted.events);
    const manifest = { generatedAt: this.clock.now().toISOString(), ...counted, root };
    return { ...manifest, signature: await this.signatureOf(canonicalJson(manifest)) };
  }

  private async rootOf(events: number): Promise<string | null> {
    const { size } = await this.tree.catchUp();
    return size < events ? null : (await this.tree.root(events)).toString('hex');
  }

  /** Null until the platform's accounts exist, because the key is named after the issuer. */
  private async signatureOf(text: string): Promise<ManifestView['signature']> {
    return (await this.signer.canSign()) ? this.signer.signText(text) : null;
  }
}

function finished(manifest: Manifest): Counted {
  const { counted, digests } = copy(manifest);
  const versions = Object.entries(counted.versions).map(([type, all]) => [type, all.toSorted((a, b) => a - b)]);
  return {
    ...counted,
    versions: Object.fromEntries(versions),
    file: { ...counted.file, sha256: digests.file.digest('hex') },
    log: { ...counted.log, sha256: digests.log.digest('hex') },
  };
}
