import type { ComplianceCaseView } from '@tknest/contracts/api';
import type { OpenedFile } from '../../case-file.js';

/** What the applicant handed in: with the form, and with answers to this case. */
export function documentsOf({ identity, happened }: OpenedFile, caseId: string): ComplianceCaseView['documents'] {
  const withForm = [...identity.documents.values()].map(({ id, kind, mediaType }) => ({ id, kind, mediaType }));
  const withAnswers = happened.flatMap(({ event }) =>
    event.type === 'ApplicantAnswered' && event.data.caseId === caseId
      ? event.data.documents.map(({ id, mediaType }) => ({ id, kind: 'answer', mediaType }))
      : [],
  );
  return [...withForm, ...withAnswers];
}
