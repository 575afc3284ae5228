import { DecideCaseForm, type DecideCaseRequest } from '@tknest/contracts/api';
import { IconLock } from '@tabler/icons-react';
import { useForm, useWatch } from 'react-hook-form';
import { problemsOf, resolveWith, type Problems } from '../../../shared/form/contract-resolver';
import { TextAreaField } from '../../../shared/form/fields';
import { Form } from '../../../shared/form/form';
import { useSessionQuery } from '../../../shared/session/api';
import { draftOf, DRAFTS } from '../../../shared/storage/keys';
import { Button } from '../../../shared/ui/button/button';
import { Note } from '../../../shared/ui/note/note';
import { RadioCards } from '../../../shared/ui/radio-cards/radio-cards';
import { useChangedMeanwhile } from './changed-meanwhile';
import { openHitsOf } from './open-hits';
import { isCompared, stepsOf, type DecideProps } from './review';
import { FirstDecision, SecondApproval } from './second-approval';
import { Steps } from './steps';
import { useDecide } from './use-decide';
import style from './case.module.css';

type Decision = 'clear' | 'reject' | 'ask';
interface Fields {
  decision: Decision | '';
  reason: string;
}

const UNDECIDED = 'Choose a decision';
const NOT_COMPARED = 'Compare the name, birth date and country of every entry before you clear it';

/** The steps of a review, and the decision: the first officer's with a reason, or the second officer's. */
export function Decide(props: DecideProps) {
  const { one, seen } = props;
  const Panel = one.state === 'second-approval' ? SecondApproval : DecisionForm;
  return (
    <aside className={`card stack ${style.panel}`} aria-labelledby="review">
      <h2 id="review">Review</h2>
      <Steps steps={stepsOf(one, seen)} />
      <FirstDecision one={one} />
      {one.mayDecide === true ? (
        <Panel {...props} />
      ) : (
        <>
          <Note tone="off">{one.mayDecide}</Note>
          <Written caseId={one.id} />
        </>
      )}
    </aside>
  );
}

/** The reason written before somebody else decided, which must not be lost with the form. */
function Written({ caseId }: { caseId: string }) {
  const { data: session } = useSessionQuery();
  const reason = DRAFTS.read(draftOf(`decide:${caseId}`, session?.walletAddress ?? ''))?.reason;
  return typeof reason === 'string' ? <Note tone="off">What you had written: “{reason}”</Note> : null;
}

function DecisionForm({ one, seen, onDecided }: DecideProps) {
  const hits = openHitsOf(one);
  const asRequest = ({ decision, reason }: Fields) =>
    ({
      decision,
      reason,
      revision: one.revision,
      hits: decision === 'clear' ? hits : undefined,
    }) as DecideCaseRequest;
  const wrongIn = (values: Fields): Problems => {
    const { decision, ...problems } = problemsOf(DecideCaseForm, asRequest(values));
    if (decision) return { ...problems, decision: UNDECIDED };
    return values.decision === 'clear' && !isCompared(one, seen) ? { ...problems, decision: NOT_COMPARED } : problems;
  };
  // Nothing is preselected: a sanctions decision must not have a default.
  const form = useForm<Fields>({ defaultValues: { decision: '', reason: '' }, resolver: resolveWith<Fields>(wrongIn) });
  const decision = useWatch({ control: form.control, name: 'decision' });
  const send = useDecide(one.id, onDecided);
  const changed = useChangedMeanwhile(one);
  const about = hits.length > 0;
  const submit = async (values: Fields) => {
    const outcome = await send(asRequest(values));
    if (!outcome.error) form.reset();
    return outcome;
  };
  return (
    <Form form={form} draft={`decide:${one.id}`} className="stack" onSubmit={submit} changed={changed}>
      <RadioCards
        label="Decision"
        titled
        name="decision"
        value={decision}
        error={form.formState.errors.decision?.message}
        onChange={(value) => {
          form.setValue('decision', value as Decision, { shouldDirty: true });
          form.clearErrors('decision');
        }}
        options={[
          {
            value: 'clear',
            label: about ? 'Not the listed person' : 'In order',
            text: one.needsTwo
              ? 'Applicant is verified after the second approval'
              : 'The policy then decides on the verification',
          },
          { value: 'reject', label: about ? 'Is the listed person' : 'Reject', text: 'Both roles stay suspended' },
          { value: 'ask', label: 'Ask the applicant', text: 'The applicant sees it and answers' },
        ]}
      />
      <TextAreaField
        name="reason"
        label={decision === 'ask' ? 'Question' : 'Reason'}
        description={decision === 'ask' ? 'The applicant sees this' : 'Kept with the case; not shown to the applicant'}
      />
      <Button type="submit" look="filled" size="lg" wide busy={form.formState.isSubmitting}>
        {decision === '' ? 'Decide' : WORDS[decision](one.needsTwo)}
      </Button>
      <p className="small dim row">
        <IconLock size={16} aria-hidden />
        {one.needsTwo ? 'Two people decide. ' : ''}Your wallet, the time and this text are recorded.
      </p>
    </Form>
  );
}

const WORDS: Record<Decision, (two: boolean) => string> = {
  clear: (two) => (two ? 'Send to a second person' : 'Clear the case'),
  reject: () => 'Reject',
  ask: () => 'Send the question',
};
