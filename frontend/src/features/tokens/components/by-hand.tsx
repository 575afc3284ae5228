import { useState, type ComponentProps, type ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Form, NOT_SENT_YET, showServerErrors } from '../../../shared/form/form';
import { Button } from '../../../shared/ui/button/button';
import { Confirm } from '../../../shared/ui/later/dialogs';
import { Note } from '../../../shared/ui/note/note';

interface Wish {
  recipientAddress: string;
  amount: string;
}
type Question = Pick<ComponentProps<typeof Confirm>, 'title' | 'unit' | 'action' | 'safe'> & {
  /** The consequence, after "They go to r…". */
  outcome: string;
};
interface Props<W extends Wish> {
  title: string;
  lead: string;
  form: UseFormReturn<W>;
  /** The name of its draft. */
  draft: string;
  /** The form's initial values, restored after it was carried out. */
  nothing: W;
  /** The label of the button. */
  button: string;
  /** Its name in the message while the ledger takes long: "The payout". */
  called: string;
  operation: { busy: boolean; underWay: boolean; carryOut(wish: W): Promise<{ error?: unknown }> };
  ask(wish: W): Question;
  /** The explanation next to the form. */
  aside: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** A manual operation of an admin: its form, an explanation, and a confirmation. */
export function ByHand<W extends Wish>(props: Props<W>) {
  const { title, lead, form, draft, nothing, button, called, operation, ask, aside, children } = props;
  const { busy, underWay } = operation;
  const [asked, setAsked] = useState<W | null>(null);
  const carryOut = async () => {
    const { error } = await operation.carryOut(asked!);
    setAsked(null);
    if (!error) form.reset(nothing);
    else showServerErrors(form, error);
  };
  const { outcome, ...question } = asked ? ask(asked) : ({} as Question);
  return (
    <div className="tokens-cols">
      <Form
        form={form}
        draft={draft}
        className="card stack"
        onSubmit={async (wish) => {
          setAsked({ ...wish, recipientAddress: wish.recipientAddress.trim() });
          return NOT_SENT_YET;
        }}
      >
        <div>
          <h2>{title}</h2>
          <p className="small dim">{lead}</p>
        </div>
        {children}
        <div>
          <Button type="submit" look="filled" size="lg" busy={busy || underWay}>
            {button}
          </Button>
        </div>
        {underWay && (
          <Note tone="run" live>
            The ledger is taking longer than usual. {called} continues on its own; you can leave this page.
          </Note>
        )}
      </Form>
      {aside}
      {asked && (
        <Confirm {...question} amount={asked.amount.trim()} onConfirm={carryOut} onClose={() => setAsked(null)}>
          <p>
            They go to <span className="mono">{asked.recipientAddress}</span> {outcome}
          </p>
        </Confirm>
      )}
    </div>
  );
}
