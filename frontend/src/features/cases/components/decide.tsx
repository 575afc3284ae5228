import { DecideCaseForm, type ComplianceCaseView, type DecideCaseRequest } from '@tknest/contracts/api';
import { IconLock } from '@tabler/icons-react';
import { useForm, useWatch } from 'react-hook-form';
import { contractResolver } from '../../../shared/form/contract-resolver';
import { TextAreaField } from '../../../shared/form/fields';
import { Form, showServerErrors } from '../../../shared/form/form';
import { Button } from '../../../shared/ui/button/button';
import { Note } from '../../../shared/ui/note/note';
import { RadioCards } from '../../../shared/ui/radio-cards/radio-cards';
import { openHitsOf } from './open-hits';
import { FirstDecision, SecondApproval } from './second-approval';
import { Steps } from './steps';
import { useDecide } from './use-decide';
import style from './case.module.css';

type Decision = 'clear' | 'reject' | 'ask';
interface Fields {
  decision: Decision;
  reason: string;
}
interface Props {
  one: ComplianceCaseView;
  onDecided(): void;
}

/** The steps of a review, and the decision: the first one with its reason, or the second person's. */
export function Decide({ one, opened, onDecided }: Props & { opened: ReadonlySet<string> }) {
  const Panel = one.state === 'second-approval' ? SecondApproval : DecisionForm;
  return (
    <aside className={`card stack ${style.panel}`} aria-labelledby="review">
      <h2 id="review">Review</h2>
      <Steps one={one} opened={opened} />
      <FirstDecision one={one} />
      {one.mayDecide === true ? <Panel one={one} onDecided={onDecided} /> : <Note tone="off">{one.mayDecide}</Note>}
    </aside>
  );
}

function DecisionForm({ one, onDecided }: Props) {
  const hits = openHitsOf(one);
  const asRequest = (values: Fields): DecideCaseRequest => ({
    ...values,
    revision: one.revision,
    hits: values.decision === 'clear' ? hits : undefined,
  });
  const form = useForm<Fields>({
    defaultValues: { decision: 'clear', reason: '' },
    resolver: contractResolver<Fields>(DecideCaseForm, asRequest),
  });
  const decision = useWatch({ control: form.control, name: 'decision' });
  const { send, busy } = useDecide(one.id, onDecided);
  const about = hits.length > 0;
  return (
    <Form
      form={form}
      className="stack"
      onSubmit={(values) => send(asRequest(values), (error) => showServerErrors(form, error))}
    >
      <RadioCards
        label="Decision"
        titled
        name="decision"
        value={decision}
        onChange={(value) => form.setValue('decision', value as Decision)}
        options={[
          {
            value: 'clear',
            label: about ? 'Not the listed person' : 'In order',
            text: one.needsTwo
              ? 'Applicant is verified after the second approval'
              : 'Policy decides on the verification at once',
          },
          { value: 'reject', label: about ? 'Is the listed person' : 'Reject', text: 'Both roles stay suspended' },
          { value: 'ask', label: 'Ask the applicant', text: 'The applicant reads it and answers' },
        ]}
      />
      <TextAreaField
        name="reason"
        label={decision === 'ask' ? 'Question' : 'Reason'}
        description={
          decision === 'ask' ? 'The applicant reads this' : 'Kept with the case; the applicant does not read it'
        }
      />
      <Button type="submit" look="filled" size="lg" wide busy={busy}>
        {WORDS[decision](one.needsTwo)}
      </Button>
      <p className="small dim row">
        <IconLock size={16} aria-hidden />
        {one.needsTwo ? 'Two people decide. ' : ''}Your wallet, the time and this text enter the record.
      </p>
    </Form>
  );
}

const WORDS: Record<Decision, (two: boolean) => string> = {
  clear: (two) => (two ? 'Send to a second person' : 'Clear the case'),
  reject: () => 'Reject',
  ask: () => 'Send the question',
};
