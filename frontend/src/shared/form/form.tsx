import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { FormProvider, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { isApiError, messageOf } from '../api/problem';
import { Themed } from '../ui/mantine/themed';
import { Note } from '../ui/note/note';
import { useDraft, useOwnDraft } from './use-draft';

/** The result of a submission. */
export interface Outcome {
  /** Why it was refused; absent if it was accepted. */
  error?: unknown;
  /** Whether the page shows the error itself; otherwise the form shows errors that belong to no field. */
  told?: boolean;
}

/** Whether the form only opens a confirmation, which submits it. */
export const NOT_SENT_YET: Outcome = { error: 'not sent yet', told: true };

interface Props<V extends FieldValues> {
  form: UseFormReturn<V>;
  /**
   * Unique name of the draft, by form and subject. Null if the page stores the draft itself, or if nothing is typed.
   */
  draft: string | null;
  /** For a button outside of it. */
  id?: string;
  className?: string;
  ref?: RefObject<HTMLFormElement | null>;
  children: ReactNode;
  /** Called with values that satisfy the contract, one call at a time; the form is `isSubmitting` until it ends. */
  onSubmit(values: V): Promise<Outcome>;
  /** Called if validation fails; the first invalid field has focus. */
  onRefused?(): void;
  /** What somebody else has changed in the meantime; shown with a conflict. */
  changed?: ReactNode;
  /** Said of a refusal without words of its own. */
  fallback?: string;
}

/**
 * A form: fields find it through context, and the first invalid one gets focus. Input is kept until it has been
 * submitted, a second click has no effect, and the server's errors appear at their field or below the form.
 */
export function Form<V extends FieldValues>(props: Props<V>) {
  const { form, draft, id, className, ref, children, onSubmit, onRefused, ...words } = props;
  const { forget } = useDraft(form, useOwnDraft(draft));
  const underWay = useRef(false);
  const [problem, setProblem] = useState<unknown>(null);
  const submit = async (values: V) => {
    if (underWay.current) return;
    underWay.current = true;
    try {
      const { error, told } = await onSubmit(values);
      if (!error) forget();
      setProblem(error && !showServerErrors(form, error) && !told ? error : null);
    } finally {
      underWay.current = false;
    }
  };
  return (
    <FormProvider {...form}>
      <form
        id={id}
        ref={ref}
        className={className}
        noValidate
        onSubmit={(event) => {
          // A dialog's form is not inside the page's form, but to React it is.
          event.stopPropagation();
          if (hasSubmitButton(event.currentTarget)) void form.handleSubmit(submit, onRefused)(event);
          else event.preventDefault();
        }}
      >
        <Themed>{children}</Themed>
        {problem !== null && <Problem error={problem} {...words} />}
      </form>
    </FormProvider>
  );
}

/** Enter submits a form with one field even if the page shows an obstacle in place of its button. */
const hasSubmitButton = ({ elements }: HTMLFormElement) =>
  [...elements].some((element) => element instanceof HTMLButtonElement && element.type === 'submit');

interface ProblemProps extends Pick<Props<FieldValues>, 'changed' | 'fallback'> {
  error: unknown;
}
/** Why the submission was refused. After a conflict the input is kept, to be submitted again. */
function Problem({ error, changed, fallback = 'That didn’t work. Please try again.' }: ProblemProps) {
  const conflict = isApiError(error) && error.status === 409;
  return (
    <Note tone={conflict ? 'wait' : 'bad'} live>
      {messageOf(error, fallback)}
      {conflict && (
        <>
          {changed}
          <p>What you typed is kept.</p>
        </>
      )}
    </Note>
  );
}

/** Shows the server's errors at their fields. @returns whether there were any, and the form has a field for each */
export function showServerErrors<V extends FieldValues>(form: UseFormReturn<V>, error: unknown): boolean {
  const errors = isApiError(error) ? Object.entries(error.errors ?? {}) : [];
  const own = errors.filter(([name]) => name in form.getValues());
  for (const [name, [message]] of own)
    form.setError(name as Parameters<typeof form.setError>[0], { type: 'server', message });
  return errors.length > 0 && own.length === errors.length;
}
