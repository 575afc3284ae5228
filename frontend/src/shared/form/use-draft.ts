import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { forgetDraft, keepDraft } from '../drafts';

/**
 * Keeps unsaved work across a reload and a sign-in: each change stores the form's values under a key of the wallet, or,
 * with null, nowhere.
 * @param kept the values that may be kept, no secrets; null if there are none
 * @returns when they were last kept, null until something was changed; `forget`: they were sent
 */
export function useDraft<V extends FieldValues>(
  form: UseFormReturn<V>,
  key: string | null,
  kept: (values: V) => object | null = (values) => values,
): { savedAt: Date | null; forget(): void } {
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  /** What is stored or was sent; the same values are not stored again. */
  const last = useRef<string | null>(null);
  const pick = useRef(kept);
  useEffect(() => void (pick.current = kept));
  useEffect(() => {
    if (key === null) return;
    last.current = JSON.stringify(pick.current(form.getValues()));
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const value = pick.current(values);
        const text = JSON.stringify(value);
        if (text === last.current) return;
        last.current = text;
        if (!value) return forgetDraft(key);
        keepDraft(key, value);
        setSavedAt(new Date());
      },
    });
  }, [form, key]);
  return {
    savedAt,
    forget: () => {
      last.current = JSON.stringify(pick.current(form.getValues()));
      if (key !== null) forgetDraft(key);
      setSavedAt(null);
    },
  };
}
