import { Field } from '../../../shared/ui/field/field';
import type { FieldSpec, Values } from '../kyc-form';

/** A step's fields in two columns. */
export function FieldsStep({ fields, values, errors, onChange }: { fields: readonly FieldSpec[]; values: Values; errors: Values; onChange(name: string, value: string): void }) {
  return (
    <div className="kyc-fields">
      {fields.map((field) => (
        <div key={field.name} className={field.wide ? 'kyc-wide' : undefined}>
          {field.type === 'checkbox' ? (
            <label className="row"><input type="checkbox" name={field.name} checked={values[field.name] === 'true'} onChange={(event) => onChange(field.name, String(event.target.checked))} />{field.label}</label>
          ) : (
            <Field label={field.label} error={errors[field.name]}>{control(field, values[field.name] ?? '', onChange)}</Field>
          )}
        </div>
      ))}
    </div>
  );
}

function control({ name, type = 'text', options, autoComplete }: FieldSpec, value: string, onChange: (name: string, value: string) => void) {
  const change = (event: { target: { value: string } }) => onChange(name, event.target.value);
  if (type === 'select') return <select name={name} value={value} onChange={change}>{options!.map(([key, label]) => <option key={key} value={key}>{label}</option>)}</select>;
  if (type === 'textarea') return <textarea name={name} value={value} onChange={change} />;
  return <input name={name} type={type === 'number' ? 'text' : type} inputMode={type === 'number' ? 'decimal' : undefined} value={value} onChange={change} autoComplete={autoComplete ?? 'off'} />;
}
