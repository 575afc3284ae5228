import type { ComponentProps, ElementType, FocusEvent, ReactNode } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { Checkbox, NumberField, SecretInput, Textarea, TextInput } from '../ui/inputs/inputs';
import { Select } from '../ui/inputs/select';
import { Segments } from '../ui/segments/segments';
import { useNeverKept } from './use-draft';

/**
 * A field of the surrounding form. Errors appear when the user leaves a non-empty field, and from then on are updated
 * with every key. A button must not move while it is being clicked, so an error that would move it waits for the click.
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
  const { ref, value } = field;
  return { change, input: { name, ref, value: value ?? '', error: fieldState.error?.message, onBlur: left } };
}

interface Own {
  name: string;
  label: string;
  /** Used instead of setting only this field, to set dependent fields too. */
  onChange?(value: string): void;
}
type Of<Input extends ElementType> = Own &
  Omit<ComponentProps<Input>, keyof Own | 'value' | 'error' | 'onBlur' | 'ref'>;

export function TextField({ name, onChange, ...props }: Of<typeof TextInput>) {
  const { input, change } = useField(name, onChange);
  return <TextInput {...props} {...input} onChange={(event) => change(event.currentTarget.value)} />;
}

/** @param problem replaces the contract's error for the current input */
export function TextAreaField({
  name,
  onChange,
  problem,
  ...props
}: Of<typeof Textarea> & { problem?(value: string): string }) {
  const { input, change } = useField(name, onChange);
  return (
    <Textarea
      {...props}
      {...input}
      error={input.error && (problem?.(input.value) ?? input.error)}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

/**
 * A number, kept as the typed text.
 * @param error said in the contract's place
 */
export function FigureField({ name, onChange, error, ...props }: Of<typeof NumberField> & { error?: ReactNode }) {
  const { input, change } = useField(name, onChange);
  return (
    <NumberField {...props} {...input} error={error ?? input.error} onChange={(figure) => change(String(figure))} />
  );
}

/** Its text is sent but never stored in a draft. */
export function SecretField({ name, onChange, ...props }: Of<typeof SecretInput>) {
  useNeverKept(useFormContext().control, name);
  const { input, change } = useField(name, onChange);
  return <SecretInput {...props} {...input} onChange={(event) => change(event.currentTarget.value)} />;
}

export function SelectField({ name, onChange, clearable, ...props }: Of<typeof Select>) {
  const {
    input: { onBlur: _, ...input },
    change,
  } = useField(name, onChange);
  return (
    <Select
      {...props}
      {...input}
      // With the keyboard, choosing the selected option again deselects it.
      allowDeselect={Boolean(clearable)}
      clearable={clearable && Boolean(input.value)}
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
  const { input, change } = useField(name);
  return <Segments label={label} name={name} value={input.value} options={options} onChange={change} />;
}

export function CheckboxField({ name, label, wrong }: { name: string; label: ReactNode; wrong?: boolean }) {
  const {
    input: { ref, value },
    change,
  } = useField(name);
  return (
    <Checkbox
      name={name}
      ref={ref}
      label={label}
      checked={Boolean(value)}
      error={wrong && !value}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  );
}
