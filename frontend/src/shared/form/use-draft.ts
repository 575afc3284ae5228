import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { forgetDraft, keepDraft } from '../drafts';

/**
 * Unsaved work survives a reload and a sign-in: with each change the form's values are kept under a key of the wallet's
 * own, or, with null, not at all.
 * @param kept what of the values may be kept, nothing secret; null where there is nothing to keep
 * @returns when they were kept last, null until something was changed; `forget`: they were sent
 */
export function useDraft<V extends FieldValues>(
  form: UseFormReturn<V>,
  key: string | null,
  kept: (values: V) => object | null = (values) => values,
): { savedAt: Date | null; forget(): void } {
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  /** What stands in storage, or was sent: the same is not kept again. */
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
