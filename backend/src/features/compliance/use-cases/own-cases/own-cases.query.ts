import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { OwnCaseView } from '@tknest/contracts/api';
import { CaseFile, type OpenedFile } from '../../case-file.js';

/**
 * The questions that wait for the applicant's answer, and no other case: a person with an undecided hit has one more
 * than others who wait for an officer.
 */
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
    const asked = [...file.state.cases.values()].filter(({ state }) => state === 'asked');
    return Promise.all(
      asked.map(async ({ caseId: id, role: userRole }) => ({
        id,
        userRole,
        question: await this.files.textOf(lastQuestion(file, id)!, wallet),
      })),
    );
  }
}

function lastQuestion({ happened }: OpenedFile, caseId: string): string | undefined {
  const asked = happened.flatMap(({ event }) =>
    event.type === 'ApplicantAsked' && event.data.caseId === caseId ? [event.data.item] : [],
  );
  return asked.at(-1);
}
