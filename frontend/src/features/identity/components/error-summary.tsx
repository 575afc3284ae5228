import { useFormContext, useFormState } from 'react-hook-form';
import { Note } from '../../../shared/ui/note/note';
import type { FieldSpec } from '../kyc-form';

/** The errors of this step, in the order of its fields, each a link to its field. Announced when it appears. */
export function ErrorSummary({ fields }: { fields: readonly FieldSpec[] }) {
  const { setFocus } = useFormContext();
  const { errors } = useFormState();
  const wrong = fields.filter(({ name }) => errors[name]);
  if (wrong.length === 0) return null;
  return (
    <Note tone="bad" live>
      <strong>{wrong.length === 1 ? 'One answer needs' : `${wrong.length} answers need`} your attention</strong>
      <ul className="kyc-errors">
        {wrong.map(({ name, label }) => (
          <li key={name}>
            <button type="button" className="note-way" onClick={() => setFocus(name)}>
              {label}
            </button>
          </li>
        ))}
      </ul>
    </Note>
  );
}
