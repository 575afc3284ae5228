import type { CaseEvent, ProposalEvent, ScreeningEvent } from '@tknest/contracts/events';
import type { NoticeBook, Teller } from '../read-models/notifications/notice-book.js';

const EVENTS = [
  'CaseOpened',
  'CaseResolved',
  'CaseAnswerRefused',
  'ComplianceCaseOpened',
  'ComplianceCaseDecided',
  'ClearanceProposed',
  'ClearanceReturned',
  'ProposalMade',
  'ProposalSigned',
  'ProposalApproved',
  'ProposalRefused',
  'ProposalWithdrawn',
  'ProposalExpired',
] as const;
type Followed = Extract<CaseEvent | ProposalEvent | ScreeningEvent, { type: (typeof EVENTS)[number] }>;

const keyOf = (proposalId: string) => `proposal/${proposalId}`;
const second = (caseId: string) => `clearance/${caseId}`;
const NOBODY = '';

/** Notices to the office: a case needs somebody, or a proposal needs a second person. */
export const officeFacts: Teller<Followed> = {
  events: EVENTS,
  async tell(fact, book) {
    switch (fact.type) {
      case 'CaseOpened': {
        const { caseId: ref, summary: detail, propertyId } = fact.data;
        const about = { ref, detail, propertyId, propertyName: await book.nameOf(propertyId) };
        const to = { owner: NOBODY, audience: ['admins'], waitsFor: `case/${ref}` } as const;
        return book.tell({ ...about, ...to, kind: 'case-opened' });
      }
      case 'CaseAnswerRefused': {
        const { caseId: ref, reason: detail } = fact.data;
        const to = { owner: NOBODY, audience: ['admins'], waitsFor: `case/${ref}` } as const;
        return book.tell({ ...to, ref, detail, kind: 'case-opened' });
      }
      case 'CaseResolved':
        return book.page.close(`case/${fact.data.caseId}`);
      case 'ComplianceCaseOpened': {
        const { caseId: ref, promiseBy: about } = fact.data;
        const to = { owner: NOBODY, audience: ['compliance'], waitsFor: `compliance/${ref}` } as const;
        return book.tell({ ...to, ref, about, kind: 'compliance-case-opened' });
      }
      case 'ClearanceProposed': {
        const { caseId: ref, by: except } = fact.data;
        const to = { owner: NOBODY, audience: ['compliance'], waitsFor: second(ref) } as const;
        return book.tell({ ...to, ref, except, kind: 'clearance-waiting' });
      }
      case 'ClearanceReturned':
        return book.page.close(second(fact.data.caseId));
      case 'ComplianceCaseDecided':
        book.page.close(second(fact.data.caseId));
        return book.page.close(`compliance/${fact.data.caseId}`);
      default:
        return tellOfProposal(fact, book);
    }
  },
};

async function tellOfProposal(fact: Extract<Followed, ProposalEvent>, book: NoticeBook): Promise<void> {
  const key = keyOf(fact.data.proposalId);
  if (fact.type === 'ProposalMade') {
    const { summary, by, expiresAt } = fact.data;
    return book.page.keep(key, { summary, by, expiresAt });
  }
  if (fact.type !== 'ProposalSigned') return book.page.close(key);
  const made = await book.page.kept<{ summary: string; by: string; expiresAt: string }>(key);
  if (!made) return;
  const { summary: detail, by: except, expiresAt: until } = made;
  const to = { owner: NOBODY, audience: ['admins'], waitsFor: key } as const;
  book.tell({ ...to, detail, except, until, kind: 'proposal-waiting' });
}
