import {
  FigureField,
  SecretField,
  SegmentsField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../shared/form/fields';
import type { FieldGroup, FieldSpec } from '../kyc-form';

/** A step's fields in two columns, under the headings of their groups. */
export function FieldsStep({ groups }: { groups: readonly FieldGroup[] }) {
  return groups.map(({ title, fields }) => (
    <section key={title ?? ''} className="kyc-group" aria-label={title}>
      {title && <h3>{title}</h3>}
      <div className="kyc-fields">
        {fields.map((field) => (
          <div key={field.name} className={field.wide ? 'kyc-wide' : undefined}>
            <Control {...field} />
          </div>
        ))}
      </div>
    </section>
  ));
}

function Control({ name, label, type = 'text', options, hint, placeholder, atLeast, autoComplete = 'off' }: FieldSpec) {
  const common = { name, label, description: hint, placeholder };
  const choices = options?.map(([value, text]) => ({ value, label: text })) ?? [];
  switch (type) {
    case 'segments':
      return <SegmentsField name={name} label={label} options={choices} />;
    case 'select':
      return <SelectField {...common} data={choices} />;
    case 'textarea':
      return (
        <TextAreaField
          {...common}
          problem={
            atLeast ? (text) => `${text.trim().length} of ${atLeast} characters. A sentence is enough.` : undefined
          }
          autosize
          minRows={3}
        />
      );
    case 'secret':
      return <SecretField {...common} autoComplete={autoComplete} />;
    case 'number':
    case 'money':
      return (
        <FigureField
          {...common}
          prefix={type === 'money' ? '$' : undefined}
          decimalScale={type === 'money' ? 2 : undefined}
          hideControls
        />
      );
    default:
      return <TextField {...common} type={type} autoComplete={autoComplete} />;
  }
}
