import { Checkbox, SecretInput, Select, Textarea, TextInput } from '../../../shared/ui/inputs/inputs';
import type { FieldSpec, Values } from '../kyc-form';

/** A step's fields in two columns. */
export function FieldsStep({ fields, values, errors, onChange }: { fields: readonly FieldSpec[]; values: Values; errors: Values; onChange(name: string, value: string): void }) {
  return (
    <div className="kyc-fields">
      {fields.map((field) => <div key={field.name} className={field.wide ? 'kyc-wide' : undefined}><Control field={field} value={values[field.name] ?? ''} error={errors[field.name]} onChange={onChange} /></div>)}
    </div>
  );
}

interface ControlProps {
  field: FieldSpec;
  value: string;
  error: string | undefined;
  onChange(name: string, value: string): void;
}

function Control({ field: { name, label, type = 'text', options, autoComplete = 'off' }, value, error, onChange }: ControlProps) {
  const change = (event: { target: { value: string } }) => onChange(name, event.target.value);
  switch (type) {
    case 'checkbox':
      return <Checkbox label={label} name={name} checked={value === 'true'} onChange={(event) => onChange(name, String(event.currentTarget.checked))} />;
    case 'select':
      return <Select label={label} name={name} error={error} value={value} data={options!.map(([key, text]) => ({ value: key, label: text }))} onChange={(chosen) => onChange(name, chosen ?? '')} />;
    case 'textarea':
      return <Textarea label={label} name={name} error={error} value={value} onChange={change} autosize minRows={3} />;
    case 'password':
      return <SecretInput label={label} name={name} error={error} value={value} onChange={change} autoComplete={autoComplete} />;
    case 'number':
      return <TextInput label={label} name={name} error={error} value={value} onChange={change} autoComplete={autoComplete} inputMode="decimal" />;
    default:
      return <TextInput label={label} name={name} type={type} error={error} value={value} onChange={change} autoComplete={autoComplete} />;
  }
}
