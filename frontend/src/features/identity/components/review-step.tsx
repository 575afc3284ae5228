import { Button } from '../../../shared/ui/button/button';
import { AGREEMENTS, DOCUMENTS, type FieldSpec, type Values } from '../kyc-form';
import type { Files } from './documents-step';

const SECRET = new Set(['ssn', 'taxId', 'accountNumber', 'routingNumber']);

function shown({ name, type, options }: FieldSpec, value: string | undefined) {
  if (!value) return <span className="dim">—</span>;
  if (SECRET.has(name)) return <span><span aria-hidden>•••• {value.slice(-4)}</span><span className="sr-only">ending in {value.slice(-4)}</span></span>;
  if (type === 'checkbox') return value === 'true' ? 'Yes' : 'No';
  return options?.find(([key]) => key === value)?.[1] ?? value;
}

/** The application as it will be sent, by step, and the three agreements. */
export function ReviewStep({ groups, values, files, agreements, onEdit, onAgree }: {
  groups: readonly (readonly [string, readonly FieldSpec[], number])[]; values: Values; files: Files; agreements: Record<string, boolean>; onEdit(step: number): void; onAgree(name: string, accepted: boolean): void;
}) {
  return (
    <div className="stack">
      {groups.map(([title, fields, step]) => (
        <section key={title}>
          <div className="between"><h3>{title}</h3><Button look="subtle" size="sm" onClick={() => onEdit(step)} aria-label={`Edit ${title}`}>Edit</Button></div>
          <dl className="kyc-review">{fields.map((field) => [<dt key={`${field.name}-t`} className="dim small">{field.label}</dt>, <dd key={field.name}>{shown(field, values[field.name])}</dd>])}</dl>
        </section>
      ))}
      <section>
        <div className="between"><h3>Documents</h3><Button look="subtle" size="sm" onClick={() => onEdit(3)} aria-label="Edit documents">Edit</Button></div>
        <ul>{DOCUMENTS.filter(({ kind }) => files[kind]?.length).map(({ kind, label }) => <li key={kind} className="small">{label}: {files[kind]!.map(({ name }) => name).join(', ')}</li>)}</ul>
      </section>
      <fieldset className="stack" style={{ border: '1px solid var(--line)', borderRadius: 12, padding: 16 }}>
        <legend style={{ fontWeight: 600, padding: '0 6px' }}>Agreements</legend>
        {AGREEMENTS.map(({ name, label }) => <label key={name} className="row"><input type="checkbox" checked={agreements[name] ?? false} onChange={(event) => onAgree(name, event.target.checked)} />{label}</label>)}
      </fieldset>
    </div>
  );
}
