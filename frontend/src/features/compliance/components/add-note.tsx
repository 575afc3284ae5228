import { NoteCaseRequest, type ComplianceCaseView } from '@tknest/contracts/api';
import { useForm } from 'react-hook-form';
import { contractResolver } from '../../../shared/form/contract-resolver';
import { TextAreaField } from '../../../shared/form/fields';
import { Form } from '../../../shared/form/form';
import { Button } from '../../../shared/ui/button/button';
import { useNoteCaseMutation } from '../api';

interface Fields {
  note: string;
}

/** A note for later readers of the case; it decides nothing. */
export function AddNote({ one: { id } }: { one: ComplianceCaseView }) {
  const form = useForm<Fields>({ defaultValues: { note: '' }, resolver: contractResolver<Fields>(NoteCaseRequest) });
  const [add] = useNoteCaseMutation();
  const submit = async (values: Fields) => {
    const { error } = await add({ id, ...values });
    if (!error) form.reset();
    return { error };
  };
  return (
    <Form form={form} draft={`note:${id}`} className="stack" onSubmit={submit}>
      <TextAreaField name="note" label="Add a note" rows={2} />
      <div>
        <Button type="submit" size="sm" busy={form.formState.isSubmitting}>
          Add note
        </Button>
      </div>
    </Form>
  );
}
