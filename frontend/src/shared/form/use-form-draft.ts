import { useEffect, useLayoutEffect } from 'react';
import type { Control, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { sessionApi } from '../session/api';
import { draftOf, DRAFTS } from '../storage/keys';
import { useAppSelector } from '../store/store';
import { useDraft } from './use-draft';

/** Fields whose text is never stored in the browser: seeds, social security and account numbers. */
const secrets = new WeakMap<object, Set<string>>();
const secretsOf = (control: object): Set<string> => {
  const names = secrets.get(control) ?? new Set<string>();
  secrets.set(control, names);
  return names;
};

/** Marks a field as secret, so that it is never stored with the rest of its form. */
export function useNeverKept(control: Control<FieldValues>, name: string): void {
  useLayoutEffect(() => void secretsOf(control).add(name), [control, name]);
}

/** The form's current initial values, also right after they were replaced. */
const startOf = <V extends FieldValues>(form: UseFormReturn<V>) => form.control._defaultValues as Partial<V>;
const KEPT_KINDS = new Set(['string', 'number', 'boolean']);

/**
 * A form's draft, kept for the signed-in user and applied over the form's initial values: all changed values that are
 * neither secrets nor files.
 * @param name distinguishes the form from others; if null, nothing is stored
 */
export function useFormDraft<V extends FieldValues>(form: UseFormReturn<V>, name: string | null): { forget(): void } {
  const wallet = useAppSelector((state) => sessionApi.endpoints.session.select()(state).data?.walletAddress);
  const key = name !== null && wallet ? draftOf(name, wallet) : null;
  useEffect(() => {
    if (key === null) return;
    const now = form.getValues();
    for (const [field, value] of Object.entries(DRAFTS.read(key) ?? {})) {
      // Input from before the session was known is kept.
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
