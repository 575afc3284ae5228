import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Control, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { sessionApi } from '../session/api';
import { draftOf, DRAFTS, isTexts } from '../storage/keys';
import { useAppSelector } from '../store/store';

/** Fields whose text is never stored in the browser: seeds, social security and account numbers. */
const secrets = new WeakMap<object, Set<string>>();
const secretsOf = (control: object): Set<string> => {
  const names = secrets.get(control) ?? new Set<string>();
  secrets.set(control, names);
  return names;
};

/** Marks fields as secret, so that they are never stored with the rest of their form. */
export function useNeverKept<V extends FieldValues>(control: Control<V>, ...names: readonly string[]): void {
  useLayoutEffect(() => names.forEach((name) => secretsOf(control).add(name)));
}

/** The form's current initial values, also right after they were replaced. */
const startOf = <V extends FieldValues>(form: UseFormReturn<V>) => form.control._defaultValues as Partial<V>;
const isKept = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value) || isTexts(value);
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** @returns the signed-in user's draft of this name; null if there is no name or nobody is signed in */
export function useOwnDraft(name: string | null): string | null {
  const wallet = useAppSelector((state) => sessionApi.endpoints.session.select()(state).data?.walletAddress);
  return name !== null && wallet ? draftOf(name, wallet) : null;
}

interface Options<V> {
  /** The key to store it under, by default that of this tab. */
  drafts?: typeof DRAFTS;
  /** If the page itself has begun the form with the draft: what the form begins with without one. */
  start?: Partial<V>;
}

/**
 * Keeps unsaved work across a reload and a sign-in: what was changed, except secrets and files, is stored with each
 * change, and applied over the form's initial values.
 * @param of the form and the wallet; if null, nothing is stored
 * @returns when something was last kept, null until then; `forget`: it was sent
 */
export function useDraft<V extends FieldValues>(
  form: UseFormReturn<V>,
  of: string | null,
  { drafts = DRAFTS, start }: Options<V> = {},
): { savedAt: Date | null; forget(): void } {
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  /** The values last stored or sent, which are not stored again. */
  const last = useRef<string | null>(null);
  const changedIn = (values: V): FieldValues | null => {
    const before = start ?? startOf(form);
    const changed = Object.entries(values).filter(
      ([field, value]) => isKept(value) && !isSame(value, before[field]) && !secretsOf(form.control).has(field),
    );
    return changed.length > 0 ? Object.fromEntries(changed) : null;
  };
  useEffect(() => {
    if (of === null) return;
    const now = form.getValues();
    for (const [field, value] of Object.entries((!start && drafts.read(of)) || {})) {
      // Input from before the session was known is kept.
      if (!isKept(value) || typeof value !== typeof now[field] || !isSame(now[field], startOf(form)[field])) continue;
      form.setValue(field as Path<V>, value as V[Path<V>], { shouldDirty: true });
    }
    last.current = JSON.stringify(changedIn(form.getValues()));
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const value = changedIn(values);
        const text = JSON.stringify(value);
        if (text === last.current) return;
        last.current = text;
        drafts.write(value, of);
        if (value) setSavedAt(new Date());
      },
    });
  }, [form, drafts, of, start]); // eslint-disable-line react-hooks/exhaustive-deps -- `changedIn` is made of these
  return {
    savedAt,
    forget: () => {
      last.current = JSON.stringify(changedIn(form.getValues()));
      if (of !== null) drafts.write(null, of);
      setSavedAt(null);
    },
  };
}
