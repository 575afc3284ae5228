import { DecideCaseForm, type ComplianceCaseView, type DecideCaseRequest } from '@tknest/contracts/api';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { shortWallet } from '../../../shared/format/format';
import { dayAndTime } from '../../../shared/format/time';
import { contractResolver, resolveWith } from '../../../shared/form/contract-resolver';
import { TextAreaField, TextField } from '../../../shared/form/fields';
import { Form } from '../../../shared/form/form';
import { Button } from '../../../shared/ui/button/button';
import { Note } from '../../../shared/ui/note/note';
import { useChangedMeanwhile } from './changed-meanwhile';
import { openHitsOf } from './open-hits';
import type { DecideProps } from './review';
import { useDecide } from './use-decide';

/** The first officer's decision, with its reason. */
export function FirstDecision({ one }: { one: ComplianceCaseView }) {
  const first = one.history.findLast(({ what }) => what === 'Cleared by the first person');
  if (one.state !== 'second-approval' || !first) return null;
  return (
    <Note tone="off">
      <strong>First decision: not the listed person.</strong> “{first.reason}” {first.actor && shortWallet(first.actor)}
      , {dayAndTime(first.at)}
    </Note>
  );
}

/** The second officer agrees, or returns the case to the first with a question. */
export function SecondApproval(props: DecideProps) {
  const [returning, setReturning] = useState(false);
  if (returning) return <ReturnForm {...props} onKeep={() => setReturning(false)} />;
  return <ApproveForm {...props} onReturn={() => setReturning(true)} />;
}

const plain = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase();

/** The second officer types the applicant's name, so that a click on the wrong case approves nobody. */
function ApproveForm({ one, onDecided, onReturn }: DecideProps & { onReturn(): void }) {
  const { name } = one.applicant;
  const [firstName] = name.split(' ');
  const send = useDecide(one.id, onDecided);
  const form = useForm({
    defaultValues: { name: '' },
    resolver: resolveWith<{ name: string }>((values): Record<string, string> =>
      plain(values.name) === plain(name) ? {} : { name: `Type the applicant’s name exactly as shown above: ${name}` },
    ),
  });
  const approve = () => send({ decision: 'clear', revision: one.revision, hits: openHitsOf(one) });
  const changed = useChangedMeanwhile(one);
  return (
    // The confirmation is typed anew each time.
    <Form form={form} draft={null} className="stack" onSubmit={approve} changed={changed}>
      <TextField name="name" label="Name of the applicant" autoComplete="off" spellCheck={false} />
      <Button type="submit" look="filled" size="lg" wide busy={form.formState.isSubmitting}>
        Approve and verify {firstName}
      </Button>
      <Button wide onClick={onReturn}>
        Return with a question
      </Button>
      <p className="small dim">You see the same evidence as the first person. To return the case, write a question.</p>
    </Form>
  );
}

function ReturnForm({ one, onDecided, onKeep }: DecideProps & { onKeep(): void }) {
  const send = useDecide(one.id, onDecided);
  const changed = useChangedMeanwhile(one);
  const asRequest = ({ reason }: { reason: string }): DecideCaseRequest => ({
    decision: 'return',
    reason,
    revision: one.revision,
  });
  const form = useForm({
    defaultValues: { reason: '' },
    resolver: contractResolver<{ reason: string }>(DecideCaseForm, asRequest),
  });
  return (
    <Form
      form={form}
      draft={`return:${one.id}`}
      className="stack"
      onSubmit={(values) => send(asRequest(values))}
      changed={changed}
    >
      <TextAreaField
        name="reason"
        label="Question to the first person"
        description="Kept with the case; not shown to the applicant"
        autoFocus
      />
      <Button type="submit" look="filled" size="lg" wide busy={form.formState.isSubmitting}>
        Return with this question
      </Button>
      <Button wide onClick={onKeep}>
        Back to the approval
      </Button>
    </Form>
  );
}
