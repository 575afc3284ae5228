import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { KycDocumentView } from '@tknest/contracts/api';
import { LISTS } from '@tknest/contracts/rules';
import { DataSource } from 'typeorm';
import { KycDocument } from '../../read-models/person/person.entities.js';

/** A person's uploaded documents, latest first. */
export class ListDocuments extends Query<KycDocumentView[]> {
  constructor(readonly wallet: string) {
    super();
  }
}

@QueryHandler(ListDocuments)
export class ListDocumentsHandler implements IQueryHandler<ListDocuments> {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  async execute({ wallet }: ListDocuments): Promise<KycDocumentView[]> {
    const rows = await this.db
      .getRepository(KycDocument)
      .find({ where: { wallet }, order: { uploadedAt: 'DESC', id: 'ASC' }, take: LISTS.max });
    return rows.map(({ id, kind, bytes, mediaType, uploadedAt, scan }) => ({
      id,
      kind,
      bytes,
      mediaType,
      uploadedAt,
      scan,
    }));
  }
}
