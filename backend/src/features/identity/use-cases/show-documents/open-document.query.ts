import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ApplicantAnswered, DocumentScan } from '@tknest/contracts/events';
import { isUUID } from 'class-validator';
import { DataSource } from 'typeorm';
import { Refused } from '#platform/domain/refused.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { DOCUMENT_KINDS } from '@tknest/contracts/rules';
import { alarm } from '#platform/telemetry/security-log.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { screeningStream } from '#features/screening/rules.public.js';
import { KycDocument } from '../../read-models/person/person.entities.js';
import { identityFold } from '../../identity.state.js';

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/jpeg': '.jpg',
  'image/png': '.png',
};

export interface OpenedDocument {
  fileName: string;
  mediaType: string;
  bytes: Buffer;
}

interface KeptDocument {
  id: string;
  kind: string;
  mediaType: string;
  scan: DocumentScan;
}

/** One of a person's own documents, decrypted. */
export class OpenDocument extends Query<OpenedDocument> {
  constructor(
    readonly wallet: string,
    readonly id: string,
    /** Who opens it: the person, or somebody in the office. */
    readonly by: 'owner' | 'office' = 'owner',
  ) {
    super();
  }
}

@QueryHandler(OpenDocument)
export class OpenDocumentHandler implements IQueryHandler<OpenDocument> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DataSource) private readonly db: DataSource,
    private readonly vault: VaultService,
    @Inject(CONFIG) private readonly config: Pick<Config, 'sandbox'>,
  ) {}

  /** @throws Refused (404 for somebody else's document, 409 if the scan did not find it clean) */
  async execute({ wallet, id, by }: OpenDocument): Promise<OpenedDocument> {
    const document = isUUID(id) ? await this.documentOf(wallet, id) : null;
    if (!document) {
      if (isUUID(id) && (await this.isClaimed(wallet, id))) alarm('read-model-refused');
      throw new Refused('not-found', 'No such document');
    }
    mustBeSeen(document.scan);
    if (by === 'office') mustBeHarmless(document, this.config);
    return openedAs(document, await this.vault.bytes(id, { subject: wallet, kind: DOCUMENT_KINDS }));
  }

  /** Whether a row says that it is this person's. */
  private isClaimed(wallet: string, id: string): Promise<boolean> {
    return this.db.getRepository(KycDocument).existsBy({ id, wallet });
  }

  /** As the log has it: submitted with an application, or with the answer to a question. */
  private async documentOf(wallet: string, id: string): Promise<KeptDocument | null> {
    const { state } = await load(this.store, identityFold(wallet));
    const submitted = state.documents.get(id);
    if (submitted) return submitted;
    for await (const { type, data } of this.store.read(screeningStream(wallet))) {
      if (type !== 'ApplicantAnswered') continue;
      const answer = (data as ApplicantAnswered['data']).documents.find((one) => one.id === id);
      if (answer)
        return { ...answer, kind: 'answer', scan: state.scannedAnswers.get(id) ?? answer.scan ?? 'unscanned' };
    }
    return null;
  }
}

/** @throws Refused (409) if it must not be opened */
export function mustBeSeen(scan: DocumentScan): void {
  if (scan === 'quarantined') throw new Refused('conflict', 'This document is still being checked');
  if (scan === 'infected') throw new Refused('conflict', 'This document was rejected because it contains malware');
}

/** The office does not open unscanned PDF files. Pictures were redrawn when they were stored. @throws Refused (409) */
export function mustBeHarmless(
  { scan, mediaType }: { scan: DocumentScan; mediaType: string },
  { sandbox }: Pick<Config, 'sandbox'>,
): void {
  if (sandbox || scan !== 'unscanned' || mediaType !== 'application/pdf') return;
  throw new Refused(
    'conflict',
    'This PDF was not checked for malware, so it can’t be opened. Set ANTIVIRUS_URL, or ask for an image.',
  );
}

/** For download, under a file name that says nothing about the person. */
export const openedAs = (
  { id, kind, mediaType }: { id: string; kind: string; mediaType: string },
  bytes: Buffer,
): OpenedDocument => ({ fileName: `${kind}-${id.slice(0, 8)}${EXTENSIONS[mediaType] ?? ''}`, mediaType, bytes });
