import type { ComplianceCaseView } from '@tknest/contracts/api';
import { DOCUMENT_WORDS, SCAN_WORDS } from '@tknest/contracts/papers';
import { wordsOf } from '../../../shared/format/format';
import { DocumentButton } from './document/document-button';
import { CaseCard } from './case-card';

const EXTENSIONS: Record<string, string> = { 'application/pdf': '.pdf', 'image/jpeg': '.jpg', 'image/png': '.png' };
export const isToBeSeen = ({ scan }: ComplianceCaseView['documents'][number]) =>
  scan !== 'quarantined' && scan !== 'infected';

/** The applicant's documents; the server remembers which ones the officer has opened. */
export function Documents({
  one: { id, documents },
  opened,
  onOpened,
}: {
  one: ComplianceCaseView;
  opened: ReadonlySet<string>;
  onOpened(document: string): void;
}) {
  return (
    <CaseCard
      title="Documents"
      holds={`${documents.filter((document) => opened.has(document.id)).length} of ${documents.length} opened`}
    >
      {documents.length === 0 && <p className="dim">No documents.</p>}
      {documents.map((document) => (
        <div key={document.id}>
          {isToBeSeen(document) ? (
            <DocumentButton
              href={`/api/compliance/cases/${encodeURIComponent(id)}/documents/${document.id}`}
              name={`${document.kind}-${document.id.slice(0, 8)}${EXTENSIONS[document.mediaType] ?? ''}`}
              title={DOCUMENT_WORDS[document.kind] ?? wordsOf(document.kind)}
              mediaType={document.mediaType}
              onOpened={() => onOpened(document.id)}
            />
          ) : (
            <strong>{DOCUMENT_WORDS[document.kind] ?? wordsOf(document.kind)}</strong>
          )}
          <p className="small dim">
            {opened.has(document.id) ? 'Opened by you. ' : ''}
            {SCAN_WORDS[document.scan]}
          </p>
        </div>
      ))}
    </CaseCard>
  );
}
