import type { FocusEvent } from 'react';
import { NumberField, SecretInput, Select, Textarea, TextInput } from '../../../shared/ui/inputs/inputs';
import { Segments } from '../../../shared/ui/segments/segments';
import type { FieldGroup, FieldSpec, Values } from '../kyc-form';

interface Props {
  groups: readonly FieldGroup[];
  values: Values;
  errors: Values;
  onChange(name: string, value: string): void;
  /** A field was left for another one; what is wrong with it can be said. */
  onLeave(name: string): void;
}

/** A step's fields in two columns, under headings where they fall into groups. */
export function FieldsStep({ groups, values, errors, onChange, onLeave }: Props) {
  // A click on a button must meet it where it stood, so an error that would move it waits for the click.
  const left =
    (name: string) =>
    ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof HTMLElement && !relatedTarget.closest('button')) onLeave(name);
    };
  return groups.map(({ title, fields }) => (
    <section key={title ?? ''} className="kyc-group" aria-label={title}>
      {title && <h3>{title}</h3>}
      <div className="kyc-fields">
        {fields.map((field) => (
          <div key={field.name} className={field.wide ? 'kyc-wide' : undefined} onBlur={left(field.name)}>
            <Control field={field} value={values[field.name] ?? ''} error={errors[field.name]} onChange={onChange} />
          </div>
        ))}
      </div>
    </section>
  ));
}

interface ControlProps {
  field: FieldSpec;
  value: string;
  error: string | undefined;
  onChange(name: string, value: string): void;
}

function Control({
  field: { name, label, type = 'text', options, hint, placeholder, atLeast, autoComplete = 'off' },
  value,
  error,
  onChange,
}: ControlProps) {
  const change = (event: { target: { value: string } }) => onChange(name, event.target.value);
  const common = { label, name, error, value, description: hint, placeholder };
  switch (type) {
    case 'segments':
      return (
        <Segments
          label={label}
          name={name}
          value={value}
          options={options!.map(([key, text]) => ({ value: key, label: text }))}
          onChange={(chosen) => onChange(name, chosen)}
        />
      );
    case 'select':
      return (
        <Select
          {...common}
          allowDeselect={false}
          data={options!.map(([key, text]) => ({ value: key, label: text }))}
          onChange={(chosen) => onChange(name, chosen ?? '')}
        />
      );
    case 'textarea':
      return (
        <Textarea
          {...common}
          error={error && atLeast ? `${value.trim().length} of ${atLeast} characters. A sentence is enough.` : error}
          onChange={change}
          autosize
          minRows={3}
        />
      );
    case 'secret':
      return <SecretInput {...common} onChange={change} autoComplete={autoComplete} />;
    case 'number':
    case 'money':
      return (
        <NumberField
          {...common}
          prefix={type === 'money' ? '$' : undefined}
          decimalScale={type === 'money' ? 2 : undefined}
          hideControls
          onChange={(figure) => onChange(name, String(figure))}
        />
      );
    default:
      return <TextInput {...common} type={type} onChange={change} autoComplete={autoComplete} />;
  }
}
