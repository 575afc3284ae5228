import type { ReactNode, RefObject } from 'react';
import { FormProvider, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { isApiError } from '../api/problem';

interface Props<V extends FieldValues> {
  form: UseFormReturn<V>;
  className?: string;
  ref?: RefObject<HTMLFormElement | null>;
  children: ReactNode;
  /** With values that the contract accepts. */
  onSubmit(values: V): unknown;
  /** Something is wrong; the first such field has the focus. */
  onRefused?(): void;
}

/** A form: its fields find it by themselves, and the first one in error gets the focus. */
export function Form<V extends FieldValues>({ form, className, ref, children, onSubmit, onRefused }: Props<V>) {
  return (
    <FormProvider {...form}>
      <form
        ref={ref}
        className={className}
        noValidate
        onSubmit={(event) => void form.handleSubmit((values) => void onSubmit(values), onRefused)(event)}
      >
        {children}
      </form>
    </FormProvider>
  );
}

/** The server's words under the fields they are about. @returns whether it named any */
export function showServerErrors<V extends FieldValues>(form: UseFormReturn<V>, error: unknown): boolean {
  const errors = isApiError(error) ? Object.entries(error.errors ?? {}) : [];
  for (const [name, [message]] of errors)
    form.setError(name as Parameters<typeof form.setError>[0], { type: 'server', message });
  return errors.length > 0;
}
