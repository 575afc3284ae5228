import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ComplianceCaseView } from '@tknest/contracts/api';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import type { Session } from '#platform/sessions/session.js';
import { ListKeeper } from '#features/screening/module.public.js';
import { caseOf, DECIDED, isOneOf, LINKED, needsTwo, SAME_PERSON } from '../../compliance-case.decider.js';
import type { ComplianceCase } from '#features/screening/rules.public.js';
import { CaseFile, type Happened, type OpenedFile } from '../../case-file.js';
import { CaseFinder } from '../../case-finder.js';
import { whatHappened } from '../../case-words.js';
import { Looks } from '../../looks.js';
import { Officers } from '../../officers.js';
import { rowView } from '../list-cases/list-cases.query.js';
import { applicantOf, maskedApplicant } from './applicant.js';
import { documentsOf } from './documents-of.js';
import { hitsOf, maskedHit } from './hits-of.js';
import { RelatedWallets } from './related-wallets.js';

/**
 * One case with everything that its decision is based on. An officer's view is recorded first; auditors see it masked.
 */
export class ShowComplianceCase extends Query<ComplianceCaseView> {
  constructor(
    readonly session: Session,
    readonly id: string,
    /**
     * Whether it is the answer to an officer's own act: it is then a view only if the officer has not opened the case
     * before.
     */
    readonly isAnswer = false,
  ) {
    super();
  }
}

@QueryHandler(ShowComplianceCase)
export class ShowComplianceCaseHandler implements IQueryHandler<ShowComplianceCase> {
  constructor(
    private readonly finder: CaseFinder,
    private readonly files: CaseFile,
    private readonly looks: Looks,
    private readonly officers: Officers,
    private readonly lists: ListKeeper,
    private readonly related: RelatedWallets,
    private readonly calendar: BusinessCalendar,
  ) {}

  /** @throws Refused (404; 503 if the view cannot be recorded) */
  async execute({ session, id, isAnswer }: ShowComplianceCase): Promise<ComplianceCaseView> {
    const row = await this.finder.one(id);
    const own = await this.officers.linked(session.wallet, row.wallet);
    // People may not read what is noted and asked about themselves, not even officers.
    const masked = session.role === 'auditor' || own;
    if (!masked && !(isAnswer && (await this.looks.has(session, row)))) await this.looks.record(session, row);
    const file = await this.files.open(row.wallet, row.userRole);
    const one = caseOf(file.state, id);
    const applicant = applicantOf(file.form, file.subjects);
    const hits = hitsOf(row.wallet, file.state, file.subjects, this.lists);
    return {
      ...rowView(row, await this.calendar.today()),
      state: one.state,
      risk: one.risk,
      assignee: one.assignee,
      revision: one.revision,
      applicant: masked ? maskedApplicant(applicant) : applicant,
      masked,
      documents: masked ? [] : documentsOf(file, id, session.wallet),
      hits: masked ? hits.map(maskedHit) : hits,
      wallets: await this.related.of(row.wallet, file.state),
      history: await this.historyOf(file, row.wallet, id, masked),
      needsTwo: needsTwo(file.state, one),
      mayDecide: mayDecide(session, one, own, await this.officers.furtherOf(session.wallet)),
      mayLink: !masked && !own,
    };
  }

  private historyOf(
    { happened }: OpenedFile,
    wallet: string,
    caseId: string,
    masked: boolean,
  ): Promise<ComplianceCaseView['history']> {
    const ofCase = happened.filter(({ event }) => !('caseId' in event.data) || event.data.caseId === caseId);
    return Promise.all(
      ofCase.map(async ({ at, event, actor }: Happened) => ({
        at,
        actor,
        what: whatHappened(event),
        reason:
          masked || !('item' in event.data && event.data.item)
            ? null
            : await this.files.textOf(event.data.item, wallet),
      })),
    );
  }
}

function mayDecide(session: Session, one: ComplianceCase, own: boolean, alsoBy: readonly string[]): true | string {
  if (session.role === 'auditor') return 'Auditors can read cases but not decide them';
  if (own) return LINKED;
  const isFirst = one.proposal !== null && isOneOf(one.proposal.by, { by: session.wallet, alsoBy });
  if (one.state === 'second-approval' && isFirst) return SAME_PERSON;
  return one.decision === 'clear' ? DECIDED : true;
}
