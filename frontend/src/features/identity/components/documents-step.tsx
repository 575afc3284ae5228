import { KYC } from '@tknest/contracts/rules';
import { useState } from 'react';
import { Drop, TakenFile } from '../../../shared/ui/drop/drop';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { DOCUMENTS } from '../kyc-form';

export type Files = Partial<Record<string, File[]>>;

/**
 * Three documents are required, more are welcome; what is wrong with a file is said before anything is sent. `asked`:
 * what is missing was asked for.
 */
export function DocumentsStep({
  files,
  asked,
  onChange,
}: {
  files: Files;
  asked: boolean;
  onChange(files: Files): void;
}) {
  const [problems, setProblems] = useState<Record<string, string>>({});
  const take = (kind: string, list: File[]) => {
    const wrong = list.find(
      (file) => !KYC.documents.extensions.some((extension) => file.name.toLowerCase().endsWith(extension)),
    );
    const large = list.find((file) => file.size > KYC.documents.maxBytes);
    setProblems({
      ...problems,
      [kind]: wrong ? `${wrong.name} is no PDF, JPG or PNG file` : large ? `${large.name} is larger than 10MB` : '',
    });
    if (!wrong && !large && list.length > 0) onChange({ ...files, [kind]: [...(files[kind] ?? []), ...list] });
  };
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
            onRemove={() => onChange({ ...files, [kind]: taken.filter((_, index) => index !== at) })}
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
            problem={problems[kind] || undefined}
            onFiles={(list) => take(kind, list)}
          />
        )}
      </section>
    );
  });
}
