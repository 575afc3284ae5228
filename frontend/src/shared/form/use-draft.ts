import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { DRAFTS } from '../storage/keys';

/**
 * Keeps unsaved work across a reload and a sign-in: each change stores the form's values.
 * @param drafts the key to store them under
 * @param of the form and the wallet; if null, nothing is stored
 * @param kept the values that may be kept, no secrets; null if there are none
 * @returns when they were last kept, null until something was changed; `forget`: they were sent
 */
export function useDraft<V extends FieldValues>(
  form: UseFormReturn<V>,
  drafts: typeof DRAFTS,
  of: string | null,
  kept: (values: V) => FieldValues | null = (values) => values,
): { savedAt: Date | null; forget(): void } {
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  /** The values last stored or sent, which are not stored again. */
  const last = useRef<string | null>(null);
  const pick = useRef(kept);
  useEffect(() => void (pick.current = kept));
  useEffect(() => {
    if (of === null) return;
    last.current = JSON.stringify(pick.current(form.getValues()));
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const value = pick.current(values);
        const text = JSON.stringify(value);
        if (text === last.current) return;
        last.current = text;
        drafts.write(value, of);
        if (value) setSavedAt(new Date());
      },
    });
  }, [form, drafts, of]);
  return {
    savedAt,
    forget: () => {
      last.current = JSON.stringify(pick.current(form.getValues()));
      if (of !== null) drafts.write(null, of);
      setSavedAt(null);
    },
  };
}
