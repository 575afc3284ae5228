import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { DocumentScan } from '@tknest/contracts/events';
import { isUUID } from 'class-validator';
import { DataSource } from 'typeorm';
import { Refused } from '#platform/domain/refused.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { DOCUMENT_KINDS } from '@tknest/contracts/rules';
import { VaultService } from '#platform/vault/vault.service.js';
import { KycDocument } from '../../read-models/person/person.entities.js';

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
    @Inject(DataSource) private readonly db: DataSource,
    private readonly vault: VaultService,
    @Inject(CONFIG) private readonly config: Pick<Config, 'sandbox'>,
  ) {}

  /** @throws Refused (404 for somebody else's document, 409 if the scan did not find it clean) */
  async execute({ wallet, id, by }: OpenDocument): Promise<OpenedDocument> {
    const row = isUUID(id) ? await this.db.getRepository(KycDocument).findOneBy({ id, wallet }) : null;
    if (!row) throw new Refused('not-found', 'No such document');
    mustBeSeen(row.scan);
    if (by === 'office') mustBeHarmless(row, this.config);
    return openedAs(row, await this.vault.bytes(row.id, { subject: wallet, kind: DOCUMENT_KINDS }));
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
