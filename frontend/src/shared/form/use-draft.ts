import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { keepDraft } from '../drafts';

const AFTER_MS = 600;

/**
 * Unsaved work survives a reload: the form's values are kept on this device under a key of the wallet's own.
 * @param kept what of the values may be kept; nothing secret
 * @returns when they were kept last, null until something was changed
 */
export function useDraft<V extends FieldValues>(
  form: UseFormReturn<V>,
  key: string,
  kept: (values: V) => object = (values) => values,
): { savedAt: Date | null; forget(): void } {
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const unsaved = useRef<V | null>(null);
  const pick = useRef(kept);
  useEffect(() => void (pick.current = kept));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const save = () => {
      if (!unsaved.current) return;
      keepDraft(key, pick.current(unsaved.current));
      unsaved.current = null;
    };
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        unsaved.current = values as V;
        clearTimeout(timer);
        timer = setTimeout(() => {
          save();
          setSavedAt(new Date());
        }, AFTER_MS);
      },
    });
    return () => {
      stop();
      clearTimeout(timer);
      // Whoever leaves the page, or is led away from it, loses nothing of the last moment either.
      save();
    };
  }, [form, key]);
  return {
    savedAt,
    forget: () => {
      unsaved.current = null;
      localStorage.removeItem(key);
      setSavedAt(null);
    },
  };
}
