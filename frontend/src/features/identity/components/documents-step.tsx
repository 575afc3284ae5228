import { KYC } from '@tknest/contracts/rules';
import type { Dispatch, SetStateAction } from 'react';
import { Drop, TakenFile } from '../../../shared/ui/drop/drop';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { DOCUMENTS } from '../kyc-form';

export type Files = Partial<Record<string, File[]>>;

const problemOf = ({ name, size }: File): string | undefined =>
  !KYC.documents.extensions.some((extension) => name.toLowerCase().endsWith(extension))
    ? `${name} is not a PDF, JPG or PNG file`
    : size > KYC.documents.maxBytes
      ? `${name} is larger than 10MB`
      : undefined;

/**
 * Three documents are required, more are welcome; problems of a file are shown before anything is sent. `asked`:
 * whether missing documents are reported.
 */
export function DocumentsStep({
  files,
  asked,
  onChange,
}: {
  files: Files;
  asked: boolean;
  onChange: Dispatch<SetStateAction<Files>>;
}) {
  return DOCUMENTS.map(({ kind, label, required }) => {
    const taken = files[kind] ?? [];
    const missing = required && taken.length === 0 && asked;
    return (
      <section key={kind} className="kyc-document" aria-label={label}>
        <div className="between">
          <h3>
            {label} <small>{required ? 'required' : 'optional'}</small>
          </h3>
          {taken.length > 0 ? <StatusPill status="ready" /> : missing && <StatusPill status="missing" />}
        </div>
        {taken.map((file, at) => (
          <TakenFile
            key={at}
            file={file}
            onRemove={() => onChange((now) => ({ ...now, [kind]: now[kind]?.filter((one) => one !== file) }))}
          />
        ))}
        {(taken.length === 0 || !required) && (
          <Drop
            label={label}
            name={kind}
            title={taken.length > 0 ? 'Add another' : 'Drop a file or choose one'}
            hint="PDF, JPG or PNG, up to 10MB"
            extensions={KYC.documents.extensions}
            multiple={!required}
            check={problemOf}
            onFiles={(list) => onChange((now) => ({ ...now, [kind]: [...(now[kind] ?? []), ...list] }))}
          />
        )}
      </section>
    );
  });
}
