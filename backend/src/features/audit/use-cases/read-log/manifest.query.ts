import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { LogQuery, ManifestView } from '@tknest/contracts/api';
import { EVENT_STORE, type EventStore, type Position } from '#platform/event-store/event-store.js';
import { KeptAnswers } from '#platform/worker-requests/kept-answers.js';
import { WorkerRequests } from '#platform/worker-requests/worker-requests.js';
import { throughOf } from './log-lines.js';

/** The last position that a manifest is to cover. */
export interface ManifestAsked {
  through: Position;
}

/** How long a call waits for the worker that signs, in milliseconds: longer than that reads the log in one go. */
const SIGN_WITHIN_MS = 40_000;
/** How many manifests a process keeps. */
const MANIFESTS_KEPT = 64;

/** What `events.jsonl?through=…` must contain: counts, the head's seal, and the file's digest. */
export class MakeManifest extends Query<ManifestView> {
  constructor(readonly asked: LogQuery) {
    super();
  }
}

@QueryHandler(MakeManifest)
export class MakeManifestHandler implements IQueryHandler<MakeManifest> {
  private readonly kept = new KeptAnswers<ManifestView>(MANIFESTS_KEPT);

  constructor(
    @Inject(EVENT_STORE) private readonly store: Pick<EventStore, 'head'>,
    private readonly requests: WorkerRequests,
  ) {}

  /** @throws Refused if the log cannot be read to the end in time, WorkerAway */
  async execute({ asked }: MakeManifest): Promise<ManifestView> {
    const through = await throughOf(asked, this.store);
    const wanted: ManifestAsked = { through };
    return this.kept.of(
      through,
      () => this.requests.ask<ManifestView>('sign-manifest', wanted, { withinMs: SIGN_WITHIN_MS }),
      ({ lastPosition, root, signature }) => lastPosition === through && root !== null && signature !== null,
    );
  }
}
