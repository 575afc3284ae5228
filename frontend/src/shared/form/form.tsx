import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { FormProvider, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { isApiError, messageOf } from '../api/problem';
import { Note } from '../ui/note/note';
import { useFormDraft } from './use-form-draft';

/** What became of what was sent. */
export interface Outcome {
  /** It was not taken, and why; absent where it was. */
  error?: unknown;
  /** The page has said it itself; else what no field shows is said in the form. */
  told?: boolean;
}

/** The form only leads to a question; it is sent from there. */
export const NOT_SENT_YET: Outcome = { error: 'not sent yet', told: true };

interface Props<V extends FieldValues> {
  form: UseFormReturn<V>;
  /**
   * What its draft is called: it tells the form from every other one, and from the same form about another thing. Null
   * where the page keeps the draft itself, or nothing is ever typed.
   */
  draft: string | null;
  className?: string;
  ref?: RefObject<HTMLFormElement | null>;
  children: ReactNode;
  /** With values that the contract accepts; once at a time, and the form is `isSubmitting` until it has ended. */
  onSubmit(values: V): Promise<Outcome>;
  /** Something is wrong; the first such field has the focus. */
  onRefused?(): void;
  /** What somebody else has changed meanwhile, shown with a conflict. */
  changed?: ReactNode;
}

/**
 * A form: its fields find it by themselves, and the first one in error gets the focus. What is typed is kept until it
 * was sent, a second click sends nothing, and what the server says stands at its field or below.
 */
export function Form<V extends FieldValues>(props: Props<V>) {
  const { form, draft, className, ref, children, onSubmit, onRefused, changed } = props;
  const { forget } = useFormDraft(form, draft);
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
        ref={ref}
        className={className}
        noValidate
        onSubmit={(event) => void form.handleSubmit(submit, onRefused)(event)}
      >
        {children}
        {problem !== null && <Problem error={problem} changed={changed} />}
      </form>
    </FormProvider>
  );
}

/** Why it was not taken. A conflict is nobody's mistake: what was typed is there, to be sent again. */
function Problem({ error, changed }: { error: unknown; changed?: ReactNode }) {
  const conflict = isApiError(error) && error.status === 409;
  return (
    <Note tone={conflict ? 'wait' : 'bad'} live>
      {messageOf(error, 'That didn’t work. Please try again.')}
      {conflict && (
        <>
          {changed}
          <p>What you typed is kept.</p>
        </>
      )}
    </Note>
  );
}

/** The server's words under the fields they are about. @returns whether it named any */
export function showServerErrors<V extends FieldValues>(form: UseFormReturn<V>, error: unknown): boolean {
  const errors = isApiError(error) ? Object.entries(error.errors ?? {}) : [];
  for (const [name, [message]] of errors)
    form.setError(name as Parameters<typeof form.setError>[0], { type: 'server', message });
  return errors.length > 0;
}
