import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { OwnCaseView } from '@tknest/contracts/api';
import { CaseFile, type OpenedFile } from '../../case-file.js';

/** The applicant's own cases: the questions asked, but never entries of a list. */
export class ListOwnCases extends Query<OwnCaseView[]> {
  constructor(readonly wallet: string) {
    super();
  }
}

@QueryHandler(ListOwnCases)
export class ListOwnCasesHandler implements IQueryHandler<ListOwnCases> {
  constructor(private readonly files: CaseFile) {}

  async execute({ wallet }: ListOwnCases): Promise<OwnCaseView[]> {
    const file = await this.files.open(wallet, 'investor');
    const opened = file.happened.flatMap(({ at, event }) =>
      event.type === 'ComplianceCaseOpened' ? [{ at, id: event.data.caseId }] : [],
    );
    return Promise.all(
      opened.map(async ({ at, id }) => {
        const { role: userRole, state } = file.state.cases.get(id)!;
        const shown = state === 'second-approval' ? 'open' : state;
        const question = state === 'asked' ? await this.files.textOf(lastQuestion(file, id)!, wallet) : null;
        return { id, userRole, state: shown, openedAt: at, question };
      }),
    );
  }
}

function lastQuestion({ happened }: OpenedFile, caseId: string): string | undefined {
  const asked = happened.flatMap(({ event }) =>
    event.type === 'ApplicantAsked' && event.data.caseId === caseId ? [event.data.item] : [],
  );
  return asked.at(-1);
}
