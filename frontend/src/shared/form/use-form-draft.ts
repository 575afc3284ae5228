import { useEffect, useLayoutEffect } from 'react';
import type { Control, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { sessionApi } from '../session/api';
import { draftOf, DRAFTS } from '../storage/keys';
import { useAppSelector } from '../store/store';
import { useDraft } from './use-draft';

/** Fields whose text never comes into the browser's storage: seeds, social security and account numbers. */
const secrets = new WeakMap<object, Set<string>>();
const secretsOf = (control: object): Set<string> => {
  const names = secrets.get(control) ?? new Set<string>();
  secrets.set(control, names);
  return names;
};

/** For a field with a secret: whatever is kept of its form, it is not. */
export function useNeverKept(control: Control<FieldValues>, name: string): void {
  useLayoutEffect(() => void secretsOf(control).add(name), [control, name]);
}

/** What the form begins with, also right after it was given another beginning. */
const startOf = <V extends FieldValues>(form: UseFormReturn<V>) => form.control._defaultValues as Partial<V>;
const KEPT_KINDS = new Set(['string', 'number', 'boolean']);

/**
 * A form's draft, kept for the signed-in user and applied over the form's initial values: all changed values that are
 * neither secrets nor files.
 * @param name distinguishes the form from others; null: nothing is kept
 */
export function useFormDraft<V extends FieldValues>(form: UseFormReturn<V>, name: string | null): { forget(): void } {
  const wallet = useAppSelector((state) => sessionApi.endpoints.session.select()(state).data?.walletAddress);
  const key = name !== null && wallet ? draftOf(name, wallet) : null;
  useEffect(() => {
    if (key === null) return;
    const now = form.getValues();
    for (const [field, value] of Object.entries(DRAFTS.read(key) ?? {})) {
      // What was typed before the session was known is kept.
      if (typeof value !== typeof now[field] || now[field] !== startOf(form)[field]) continue;
      form.setValue(field as Path<V>, value as V[Path<V>], { shouldDirty: true });
    }
  }, [form, key]);
  return useDraft(form, DRAFTS, key, (values) => {
    const start = startOf(form);
    const changed = Object.entries(values).filter(
      ([field, value]) => KEPT_KINDS.has(typeof value) && value !== start[field] && !secretsOf(form.control).has(field),
    );
    return changed.length > 0 ? Object.fromEntries(changed) : null;
  });
}
