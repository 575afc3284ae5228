import { DecideCaseForm, type ComplianceCaseView, type DecideCaseRequest } from '@tknest/contracts/api';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { dayAndTime, shortWallet } from '../../../shared/format/format';
import { contractResolver } from '../../../shared/form/contract-resolver';
import { TextAreaField } from '../../../shared/form/fields';
import { Form, showServerErrors } from '../../../shared/form/form';
import { Button } from '../../../shared/ui/button/button';
import { Note } from '../../../shared/ui/note/note';
import { openHitsOf } from './open-hits';
import { useDecide } from './use-decide';

/** What the first person decided, in their words. */
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

/** The second person agrees, or gives the case back to the first with a question. */
export function SecondApproval({ one, onDecided }: { one: ComplianceCaseView; onDecided(): void }) {
  const [returning, setReturning] = useState(false);
  const { send, busy } = useDecide(one.id, onDecided);
  const [firstName] = one.applicant.name.split(' ');
  if (returning) return <ReturnForm one={one} onDecided={onDecided} onKeep={() => setReturning(false)} />;
  return (
    <div className="stack">
      <Button
        look="filled"
        size="lg"
        wide
        busy={busy}
        onClick={() => void send({ decision: 'clear', revision: one.revision, hits: openHitsOf(one) })}
      >
        Approve and verify {firstName}
      </Button>
      <Button wide disabled={busy} onClick={() => setReturning(true)}>
        Return with a question
      </Button>
      <p className="small dim">You see the same evidence, not a shorter one. Returning needs a sentence.</p>
    </div>
  );
}

function ReturnForm({ one, onDecided, onKeep }: { one: ComplianceCaseView; onDecided(): void; onKeep(): void }) {
  const { send, busy } = useDecide(one.id, onDecided);
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
      className="stack"
      onSubmit={(values) => send(asRequest(values), (error) => showServerErrors(form, error))}
    >
      <TextAreaField
        name="reason"
        label="Question to the first person"
        description="Kept with the case; the applicant does not read it"
        autoFocus
      />
      <Button type="submit" look="filled" size="lg" wide busy={busy}>
        Return with this question
      </Button>
      <Button wide onClick={onKeep}>
        Back to the approval
      </Button>
    </Form>
  );
}
