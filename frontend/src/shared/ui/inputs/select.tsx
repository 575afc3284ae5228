import { IconSelector } from '@tabler/icons-react';
import type { SelectProps } from '@mantine/core';
import { useEffect, useId, useState, type ComponentType } from 'react';
import './plain.css';

let List: ComponentType<SelectProps> | undefined;
/** Loads what a select needs to open. */
const loadList = async (): Promise<void> => {
  List ??= (await import('./list-select')).default;
};

/**
 * Mantine's select. Its list, as large as all other inputs together, is loaded after the page is painted; until then
 * the field only shows its value. If it does not come, the browser's own list takes its place.
 */
export function Select(props: SelectProps) {
  const [state, setState] = useState<'shown' | 'loaded' | 'failed'>(List ? 'loaded' : 'shown');
  useEffect(() => {
    if (state !== 'shown') return;
    loadList().then(
      () => setState('loaded'),
      () => setState('failed'),
    );
  }, [state]);
  return state === 'loaded' && List ? <List {...props} /> : <Plain {...props} isOpenable={state === 'failed'} />;
}

type Option = Readonly<{ value: string; label: string }>;
const optionsOf = (data: SelectProps['data'] = []): Option[] =>
  (data as (string | Option)[]).map((one) => (typeof one === 'string' ? { value: one, label: one } : one));

function Plain({ isOpenable, ...props }: SelectProps & { isOpenable: boolean }) {
  const { label, description, error, className = '', placeholder = '', required, withAsterisk, value, data } = props;
  const id = useId();
  const options = optionsOf(data);
  const chosen = options.find((one) => one.value === value);
  const field = {
    id,
    className: 'plain-input',
    'data-empty': chosen ? undefined : '',
    'data-wrong': error ? '' : undefined,
  };
  const change = (to: string) => {
    const next = options.find((one) => one.value === to);
    props.onChange?.(to || null, next as never);
  };
  // Nothing to label before there is a field.
  const Label = isOpenable ? 'label' : 'div';
  return (
    <div className={`plain mantine-Select-root ${className}`} aria-busy={!isOpenable}>
      {label && (
        <Label className="plain-label" {...(isOpenable && { htmlFor: id })}>
          {label}
          {(required || withAsterisk) && <sup aria-hidden> *</sup>}
        </Label>
      )}
      <div className="plain-box">
        {isOpenable ? (
          <select
            {...field}
            aria-label={props['aria-label']}
            disabled={props.disabled}
            value={value ?? ''}
            onChange={({ currentTarget }) => change(currentTarget.value)}
          >
            {(props.clearable || !chosen) && <option value="">{placeholder}</option>}
            {options.map((one) => (
              <option key={one.value} value={one.value}>
                {one.label}
              </option>
            ))}
          </select>
        ) : (
          <div {...field}>{chosen?.label ?? placeholder}</div>
        )}
        <IconSelector size={16} aria-hidden />
      </div>
      {description && <div className="plain-below">{description}</div>}
      {error && error !== true && (
        <div className="plain-below" data-wrong="">
          {error}
        </div>
      )}
    </div>
  );
}
