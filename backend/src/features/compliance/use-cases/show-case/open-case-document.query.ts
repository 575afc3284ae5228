import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Refused } from '#platform/domain/refused.js';
import type { Session } from '#platform/sessions/session.js';
import { OpenDocument, type OpenedDocument } from '#features/identity/module.public.js';
import { CaseFile } from '../../case-file.js';
import { CaseFinder } from '../../case-finder.js';
import { LINKED_PERSON } from '../../case-words.js';
import { Looks } from '../../looks.js';
import { Officers } from '../../officers.js';
import { documentsOf } from './documents-of.js';

/** A document of a case's applicant, for an officer. The view is recorded first. */
export class OpenCaseDocument extends Query<OpenedDocument> {
  constructor(
    readonly session: Session,
    readonly id: string,
    readonly documentId: string,
  ) {
    super();
  }
}

@QueryHandler(OpenCaseDocument)
export class OpenCaseDocumentHandler implements IQueryHandler<OpenCaseDocument> {
  constructor(
    private readonly finder: CaseFinder,
    private readonly officers: Officers,
    private readonly files: CaseFile,
    private readonly looks: Looks,
    private readonly queries: QueryBus,
  ) {}

  /** @throws Refused (403 for the officer's own case, 404, 409 if the scan did not find it clean) */
  async execute({ session, id, documentId }: OpenCaseDocument): Promise<OpenedDocument> {
    const row = await this.finder.one(id);
    if (await this.officers.linked(session.wallet, row.wallet)) throw new Refused('forbidden', LINKED_PERSON);
    const file = await this.files.open(row.wallet, row.userRole);
    if (!documentsOf(file, id, session.wallet).some((one) => one.id === documentId))
      throw new Refused('not-found', 'No such document');
    await this.looks.record(session, row, { documentId });
    return this.queries.execute(new OpenDocument(row.wallet, documentId, 'office'));
  }
}
