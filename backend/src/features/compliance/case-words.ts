import type { ScreeningEvent } from '@tknest/contracts/events';

/** Why a case was opened, as the desk reads it. */
export const CASE_REASON_WORDS: Readonly<Record<string, string>> = {
  'sanctions-hit': 'A name is like one on a sanctions list',
  'names-disagree': 'Names or birth dates of form, provider and roles disagree',
  'duplicate-identity': 'Another wallet has the same social security number',
  'provider-declined': 'The provider declined, or took its approval back',
  'review-by-policy': 'The policy asks for an officer',
};

/** What happened, in the history of a case. */
export function whatHappened({ type, data }: ScreeningEvent): string {
  switch (type) {
    case 'PersonScreened':
      return `Screened as ${data.role}: ${data.hits.length === 1 ? '1 hit' : `${data.hits.length} hits`}`;
    case 'ComplianceCaseOpened':
      return `Case opened: ${CASE_REASON_WORDS[data.reason] ?? data.reason}`;
    case 'ComplianceCaseViewed':
      return 'Personal data looked at';
    case 'ApplicantAsked':
      return 'Applicant asked';
    case 'ApplicantAnswered':
      return 'Applicant answered';
    case 'ClearanceProposed':
      return 'Cleared by the first person';
    case 'ComplianceCaseDecided':
      return data.decision === 'clear' ? 'Cleared' : 'Rejected';
    case 'EverybodyScreened':
      return 'Everybody screened';
  }
}
