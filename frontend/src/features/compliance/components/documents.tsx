import type { ComplianceCaseView } from '@tknest/contracts/api';
import { wordsOf } from '../../../shared/format/format';
import { DocumentButton } from '../../../shared/ui/document/document-button';

const KINDS: Record<string, string> = {
  idDocument: 'ID document',
  addressProof: 'Address proof',
  incomeProof: 'Income proof',
  additionalDocs: 'Additional document',
  answer: 'Answer',
};
const SCAN: Record<string, string> = {
  quarantined: 'Being checked for malware; not available yet',
  infected: 'Rejected: malware found',
  clean: 'Checked for malware',
  unscanned: 'Not checked for malware: no scanner is set up',
};
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
    <section className="card stack" aria-labelledby="documents">
      <h2 id="documents">Documents</h2>
      {documents.length === 0 && <p className="dim">No documents.</p>}
      {documents.map((document) => (
        <div key={document.id}>
          {isToBeSeen(document) ? (
            <DocumentButton
              href={`/api/compliance/cases/${encodeURIComponent(id)}/documents/${document.id}`}
              name={`${document.kind}-${document.id.slice(0, 8)}${EXTENSIONS[document.mediaType] ?? ''}`}
              title={KINDS[document.kind] ?? wordsOf(document.kind)}
              mediaType={document.mediaType}
              onOpened={() => onOpened(document.id)}
            />
          ) : (
            <strong>{KINDS[document.kind] ?? wordsOf(document.kind)}</strong>
          )}
          <p className="small dim">
            {opened.has(document.id) ? 'Opened by you. ' : ''}
            {SCAN[document.scan]}
          </p>
        </div>
      ))}
    </section>
  );
}
