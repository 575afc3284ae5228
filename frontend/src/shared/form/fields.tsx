import type { ComponentProps, ElementType, FocusEvent, ReactNode } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { Checkbox, NumberField, SecretInput, Select, Textarea, TextInput } from '../ui/inputs/inputs';
import { Segments } from '../ui/segments/segments';
import { useNeverKept } from './use-draft';

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
  const { ref, value } = field;
  return { change, input: { name, ref, value: value ?? '', error: fieldState.error?.message, onBlur: left } };
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
  const { input, change } = useField(name, onChange);
  return <TextInput {...props} {...input} onChange={(event) => change(event.currentTarget.value)} />;
}

/** @param problem says it in the contract's place, of what was typed so far */
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
 * A figure, kept as the text that was typed.
 * @param error said in the contract's place
 */
export function FigureField({ name, onChange, error, ...props }: Of<typeof NumberField> & { error?: ReactNode }) {
  const { input, change } = useField(name, onChange);
  return (
    <NumberField {...props} {...input} error={error ?? input.error} onChange={(figure) => change(String(figure))} />
  );
}

/** Its text is sent and never kept: no draft holds it. */
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
      // By keyboard what is chosen is let go by choosing it again.
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
