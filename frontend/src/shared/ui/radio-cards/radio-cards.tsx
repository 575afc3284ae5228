import { useId, type ReactNode } from 'react';
import style from './radio-cards.module.css';

interface Props {
  label: string;
  name: string;
  value: string;
  options: readonly { value: string; label: string; text?: ReactNode }[];
  /** One line each, for many. */
  slim?: boolean;
  /** Whether the label is visible, if no heading above says the same. */
  titled?: boolean;
  /** The error of the choice. */
  error?: string;
  onChange(value: string): void;
}

/** A choice whose options need a sentence; arrow keys move, as between radio buttons. */
export function RadioCards({ label, name, value, options, slim, titled, error, onChange }: Props) {
  const wrong = useId();
  return (
    <fieldset
      className={`${style.cards} ${slim ? style.slim : ''}`}
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? wrong : undefined}
    >
      <legend className={titled ? style.legend : 'sr-only'}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={style.card}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          <span>
            <strong>{option.label}</strong>
            {option.text && <span className="small dim">{option.text}</span>}
          </span>
        </label>
      ))}
      {error && (
        <p id={wrong} className={`small ${style.error}`} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
