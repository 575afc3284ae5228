import type { ScreeningEvent } from '@tknest/contracts/events';
import { CASE_REASON_WORDS } from '@tknest/contracts/rules';

export const LINKED_FILE = 'You can’t export a case about your own wallet';
export const LINKED_PERSON = 'You can’t open personal data in a case about your own wallet';

const attempted = ({ by, amount, currency }: { by: string; amount: string; currency: string }) =>
  `${by} asked to send ${amount} ${currency} to the wallet and was refused`;

/** The wording of events in the history of a case. */
export function whatHappened({ type, data }: ScreeningEvent): string {
  switch (type) {
    case 'PersonScreened':
      return `Screened as ${data.role}: ${data.hits.length === 1 ? '1 hit' : `${data.hits.length} hits`}`;
    case 'WalletScreened':
      if (data.attempt) return attempted(data.attempt);
      return data.hits.length > 0 ? 'A sanctions list names the wallet' : 'No list names the wallet anymore';
    case 'ComplianceCaseOpened':
      return `Case opened: ${CASE_REASON_WORDS[data.reason] ?? data.reason}`;
    case 'ComplianceCaseViewed':
      if (data.exported) return 'Case file exported';
      if (data.field) return `Number shown in full: ${data.field}`;
      return data.documentId ? 'Document opened' : 'Personal data viewed';
    case 'ComplianceCaseAssigned':
      return data.to === null ? 'Returned to the queue' : `Assigned to ${data.to}`;
    case 'ComplianceCaseNoted':
      return 'Note';
    case 'ApplicantAsked':
      return 'Applicant asked';
    case 'ApplicantAnswered':
      return 'Applicant answered';
    case 'ClearanceProposed':
      return 'Cleared by the first person';
    case 'ClearanceReturned':
      return 'Returned by the second person';
    case 'ComplianceCaseDecided':
      return data.decision === 'clear' ? 'Cleared' : 'Rejected';
    case 'WalletsLinked':
      return `Linked with ${data.other}${data.ends ? `; the verifications of ${data.ends} ended` : ''}`;
    case 'WalletsSetApart':
      return `Separated from ${data.other}`;
    case 'HitsInherited':
      return `${data.hits.length === 1 ? '1 hit' : `${data.hits.length} hits`} of ${data.from}`;
    case 'EverybodyScreened':
      return 'Everybody screened';
    case 'NameSearched':
      return 'Searched by name';
  }
}
