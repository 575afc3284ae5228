import { AnswerCaseRequest, type OwnCaseView } from '@tknest/contracts/api';
import { useForm } from 'react-hook-form';
import { api, thenAskAgain } from '../../../shared/api/base-api';
import { contractResolver } from '../../../shared/form/contract-resolver';
import { TextAreaField } from '../../../shared/form/fields';
import { Form } from '../../../shared/form/form';
import { useAppDispatch } from '../../../shared/store/store';
import { useOwnCasesQuery } from '../../../shared/verification/api';
import { Button } from '../../../shared/ui/button/button';
import { showToast } from '../../../shared/ui/toast/toast.slice';

const answersApi = api.injectEndpoints({
  endpoints: (build) => ({
    answerCase: build.mutation<OwnCaseView[], { id: string; text: string; documents: readonly File[] }>({
      query: ({ id, text, documents }) => {
        const body = new FormData();
        body.set('text', text);
        for (const file of documents) body.append('documents', file, file.name);
        return { url: `api/kyc/cases/${encodeURIComponent(id)}/answer`, method: 'POST', body };
      },
      onQueryStarted: thenAskAgain(['Cases']),
    }),
  }),
});

/** An officer's question to the applicant, with a form to answer; renders nothing if nothing is asked. */
export function Asked() {
  const { data = [] } = useOwnCasesQuery();
  return data.map((one) => <Question key={one.id} one={one} />);
}

interface Fields extends AnswerCaseRequest {
  files?: FileList;
  /** Maps the server's message about a file to its field. */
  documents?: never;
}

function Question({ one }: { one: OwnCaseView }) {
  const form = useForm<Fields>({
    defaultValues: { text: '' },
    resolver: contractResolver<Fields>(AnswerCaseRequest, ({ text }) => ({ text })),
  });
  const [answer] = answersApi.useAnswerCaseMutation();
  const dispatch = useAppDispatch();
  const send = async ({ text, files }: Fields) => {
    const { error } = await answer({ id: one.id, text, documents: [...(files ?? [])] });
    if (!error) dispatch(showToast({ title: 'Answer sent', text: 'We will review it next.', tone: 'ok' }));
    return { error };
  };
  const wrongFile = form.formState.errors.documents?.message;
  return (
    <section className="card stack" aria-labelledby={`asked-${one.id}`}>
      <h2 id={`asked-${one.id}`}>We need an answer from you</h2>
      <p>{one.question}</p>
      <Form form={form} draft={`answer:${one.id}`} className="stack" onSubmit={send}>
        <TextAreaField name="text" label="Your answer" />
        <label>
          Documents, optional (PDF, JPG, PNG)
          <input
            type="file"
            multiple
            aria-invalid={Boolean(wrongFile)}
            accept=".pdf,.jpg,.jpeg,.png"
            {...form.register('files')}
          />
        </label>
        {wrongFile && (
          <p role="alert" className="small in-bad">
            {wrongFile}
          </p>
        )}
        <Button type="submit" look="filled" busy={form.formState.isSubmitting}>
          Send answer
        </Button>
      </Form>
    </section>
  );
}
