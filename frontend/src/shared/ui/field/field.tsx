import { IconAlertCircle } from '@tabler/icons-react';
import { useId, type ReactElement, cloneElement } from 'react';
import './field.css';

interface ControlProps {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

/** Label above, hint below; an error replaces the hint with the exact message. */
export function Field({
  label,
  hint,
  error,
  children,
}: {
  label: string;
  hint?: string;
  error?: string;
  children: ReactElement<ControlProps>;
}) {
  const id = useId();
  const below = error ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {cloneElement(children, {
        id,
        'aria-describedby': below ? `${id}-below` : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {below && (
        <div id={`${id}-below`} className={error ? 'field-error' : 'field-hint'}>
          {error && <IconAlertCircle size={16} aria-hidden />}
          {below}
        </div>
      )}
    </div>
  );
}
