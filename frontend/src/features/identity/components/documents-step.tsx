import { KYC } from '@tknest/contracts/rules';
import { useState } from 'react';
import { Button } from '../../../shared/ui/button/button';
import { Field } from '../../../shared/ui/field/field';
import { DOCUMENTS } from '../kyc-form';

export type Files = Partial<Record<string, File[]>>;

/** Three documents are required, more are welcome; what is wrong with a file is said before anything is sent. */
export function DocumentsStep({ files, onChange }: { files: Files; onChange(files: Files): void }) {
  const [problems, setProblems] = useState<Record<string, string>>({});
  const take = (kind: string, chosen: FileList | null) => {
    const list = [...(chosen ?? [])];
    const wrong = list.find((file) => !KYC.documents.extensions.some((extension) => file.name.toLowerCase().endsWith(extension)));
    const large = list.find((file) => file.size > KYC.documents.maxBytes);
    setProblems({ ...problems, [kind]: wrong ? `${wrong.name} is no PDF, JPG or PNG file` : large ? `${large.name} is larger than 10MB` : '' });
    if (!wrong && !large && list.length > 0) onChange({ ...files, [kind]: list });
  };
  return (
    <div className="stack">
      {DOCUMENTS.map(({ kind, label, required }) => (
        <div key={kind} className="card" style={{ background: 'var(--sunk)' }}>
          {files[kind]?.length ? (
            <div className="between"><span><strong>{label}</strong><br /><span className="small dim">{files[kind]!.map(({ name }) => name).join(', ')}</span></span><Button size="sm" onClick={() => onChange({ ...files, [kind]: [] })}>Replace</Button></div>
          ) : (
            <Field label={required ? label : `${label} (optional)`} hint="PDF, JPG or PNG, up to 10MB" error={problems[kind] || undefined}>
              <input type="file" name={kind} multiple={!required} accept=".pdf,.jpg,.jpeg,.png" onChange={(event) => take(kind, event.target.files)} />
            </Field>
          )}
        </div>
      ))}
    </div>
  );
}
