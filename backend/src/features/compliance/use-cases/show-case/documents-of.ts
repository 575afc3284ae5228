import type { ComplianceCaseView } from '@tknest/contracts/api';
import type { OpenedFile } from '../../case-file.js';

/**
 * The documents that the applicant submitted with the form and with answers to this case. @param officer the officer
 * whose views count
 */
export function documentsOf(
  { identity, happened }: OpenedFile,
  caseId: string,
  officer: string,
): ComplianceCaseView['documents'] {
  const opened = new Set(
    happened.flatMap(({ event: { type, data } }) =>
      type === 'ComplianceCaseViewed' && data.caseId === caseId && data.by === officer ? [data.documentId] : [],
    ),
  );
  const withAnswers = happened.flatMap(({ event: { type, data } }) =>
    type === 'ApplicantAnswered' && data.caseId === caseId ? data.documents : [],
  );
  return [
    ...[...identity.documents.values()].map(({ id, kind, mediaType, scan }) => ({ id, kind, mediaType, scan })),
    ...withAnswers.map(({ id, mediaType, scan }) => ({
      id,
      kind: 'answer',
      mediaType,
      scan: identity.scannedAnswers.get(id) ?? scan,
    })),
  ].map((document) => ({ ...document, opened: opened.has(document.id) }));
}
