import { Inject } from '@nestjs/common';
import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CostlyWork } from '#platform/http/costly-work.js';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { Refused } from '#platform/domain/refused.js';
import type { Session } from '#platform/sessions/session.js';
import { LINKED_FILE } from '../../case-words.js';
import { CaseFinder } from '../../case-finder.js';
import { Looks } from '../../looks.js';
import { Officers } from '../../officers.js';
import { ShowComplianceCase } from '../show-case/show-case.query.js';
import { caseFilePdf } from './case-file-pdf.js';

/** A case as a file: the contents of its page, with the history and its reasons. */
export class ExportCaseFile extends Query<{ name: string; body: Buffer }> {
  constructor(
    readonly session: Session,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(ExportCaseFile)
export class ExportCaseFileHandler implements IQueryHandler<ExportCaseFile> {
  constructor(
    private readonly finder: CaseFinder,
    private readonly officers: Officers,
    private readonly looks: Looks,
    private readonly queries: QueryBus,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly costly: CostlyWork,
  ) {}

  /** @throws Refused (404; 403 for the officer's own case; 503 if the view cannot be recorded) */
  async execute({ session, id }: ExportCaseFile): Promise<{ name: string; body: Buffer }> {
    const row = await this.finder.one(id);
    if (await this.officers.linked(session.wallet, row.wallet)) throw new Refused('forbidden', LINKED_FILE);
    await this.looks.record(session, row, { exported: true });
    // The export is recorded as the view; returning it is not recorded again.
    const shown = await this.queries.execute(new ShowComplianceCase(session, id, true));
    const at = this.clock.now().toISOString();
    const taken = { at, by: session.wallet, nameOf: (wallet: string) => this.officers.nameOf(wallet) };
    const body = await this.costly.run(session.wallet, () => caseFilePdf(shown, taken));
    return { name: `case-${id.slice(0, 8)}.pdf`, body };
  }
}
