import type { ComponentProps, ElementType, FocusEvent, ReactNode } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { Checkbox, NumberField, SecretInput, Select, Textarea, TextInput } from '../ui/inputs/inputs';
import { Segments } from '../ui/segments/segments';
import { useNeverKept } from './use-form-draft';

/**
 * A field of the form around it. What is wrong is said when it is left with something in it, then with every key. A
 * click on a button must meet it where it stood, so an error that would move it waits for the click.
 */
function useField(name: string, onChange?: (value: string) => void) {
  const { trigger } = useFormContext();
  const { field, fieldState } = useController({ name });
  const change = (value: unknown) => {
    if (onChange) onChange(String(value));
    else field.onChange(value);
    if (fieldState.error) void trigger(name);
  };
  const left = ({ relatedTarget }: FocusEvent) => {
    field.onBlur();
    if (field.value && relatedTarget instanceof HTMLElement && !relatedTarget.closest('button')) void trigger(name);
  };
  return { ...field, change, left, error: fieldState.error?.message };
}

interface Own {
  name: string;
  label: string;
  /** In the place of setting this field alone: what follows from it is set with it. */
  onChange?(value: string): void;
}
type Of<Input extends ElementType> = Own &
  Omit<ComponentProps<Input>, keyof Own | 'value' | 'error' | 'onBlur' | 'ref'>;

export function TextField({ name, onChange, ...props }: Of<typeof TextInput>) {
  const { value, ref, change, left, error } = useField(name, onChange);
  return (
    <TextInput
      {...props}
      name={name}
      ref={ref}
      value={value ?? ''}
      error={error}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={left}
    />
  );
}

/** @param problem says it in the contract's place, of what was typed so far */
export function TextAreaField({
  name,
  onChange,
  problem,
  ...props
}: Of<typeof Textarea> & { problem?(value: string): string }) {
  const { value, ref, change, left, error } = useField(name, onChange);
  return (
    <Textarea
      {...props}
      name={name}
      ref={ref}
      value={value ?? ''}
      error={error && (problem?.(value ?? '') ?? error)}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={left}
    />
  );
}

/** A figure, kept as the text that was typed. */
export function FigureField({ name, onChange, ...props }: Of<typeof NumberField>) {
  const { value, ref, change, left, error } = useField(name, onChange);
  return (
    <NumberField
      {...props}
      name={name}
      ref={ref}
      value={value ?? ''}
      error={error}
      onChange={(figure) => change(String(figure))}
      onBlur={left}
    />
  );
}

/** Its text is sent and never kept: no draft holds it. */
export function SecretField({ name, onChange, ...props }: Of<typeof SecretInput>) {
  useNeverKept(useFormContext().control, name);
  const { value, ref, change, left, error } = useField(name, onChange);
  return (
    <SecretInput
      {...props}
      name={name}
      ref={ref}
      value={value ?? ''}
      error={error}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={left}
    />
  );
}

export function SelectField({ name, onChange, clearable, ...props }: Of<typeof Select>) {
  const { value, ref, change, error } = useField(name, onChange);
  return (
    <Select
      {...props}
      name={name}
      ref={ref}
      value={value ?? ''}
      error={error}
      // By keyboard what is chosen is let go by choosing it again.
      allowDeselect={Boolean(clearable)}
      clearable={clearable && Boolean(value)}
      onChange={(chosen) => change(chosen ?? '')}
    />
  );
}

export function SegmentsField({
  name,
  label,
  options,
}: {
  name: string;
  label: string;
  options: readonly { value: string; label: ReactNode }[];
}) {
  const { value, change } = useField(name);
  return <Segments label={label} name={name} value={value ?? ''} options={options} onChange={change} />;
}

export function CheckboxField({ name, label, wrong }: { name: string; label: ReactNode; wrong?: boolean }) {
  const { value, ref, change } = useField(name);
  return (
    <Checkbox
      name={name}
      ref={ref}
      label={label}
      checked={value ?? false}
      error={wrong && !value}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  );
}
