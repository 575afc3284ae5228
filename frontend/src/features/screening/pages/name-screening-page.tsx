import { ScreenNameRequest, type ScreeningResult } from '@tknest/contracts/api';
import { IconHome, IconSearch } from '@tabler/icons-react';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import { isApiError, messageOf } from '../../../shared/api/problem';
import { contractResolver } from '../../../shared/form/contract-resolver';
import { TextField } from '../../../shared/form/fields';
import { Form, showServerErrors } from '../../../shared/form/form';
import { signInFrom } from '../../../shared/session/identity';
import { useSessionQuery } from '../../../shared/session/api';
import { useAppDispatch } from '../../../shared/store/store';
import { Button, ButtonLink } from '../../../shared/ui/button/button';
import { Note } from '../../../shared/ui/note/note';
import { PageBar } from '../../../shared/ui/page-bar/page-bar';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useTitle } from '../../../shared/use-title';
import { useScreenNameMutation } from '../api';
import { ScreeningVerdict } from '../components/screening-verdict';
import style from '../components/screening.module.css';

const QUICK = ['Ida Example', 'Osama Bin Laden', 'Usama Ben Laden', 'Nicolas Maduro', 'John Smith'];

/** Compares one name with the sanctions lists and explains the result (REQ-1.2.41); it changes nobody's status. */
export default function NameScreeningPage() {
  useTitle('Name screening');
  const { data: session } = useSessionQuery();
  const location = useLocation();
  const form = useForm<ScreenNameRequest>({
    defaultValues: { name: '' },
    resolver: contractResolver<ScreenNameRequest>(ScreenNameRequest),
  });
  const [screen, { data, error, isLoading }] = useScreenNameMutation();
  const dispatch = useAppDispatch();
  const submit = async (values: ScreenNameRequest) => {
    const { data: result, error: refused } = await screen(values);
    if (result) {
      dispatch(showToast(said(result)));
      return {};
    }
    if (showServerErrors(form, refused)) return { error: refused };
    dispatch(showToast({ title: 'Screening Error', text: whyNot(refused), tone: 'bad' }));
    return { error: refused, told: true };
  };
  const tryOne = (name: string) => {
    form.setValue('name', name, { shouldValidate: true });
    void submit({ name });
  };
  return (
    <>
      <PageBar>
        <ButtonLink to="/kyc" size="sm">
          KYC
        </ButtonLink>
        <ButtonLink to="/" size="sm" icon={<IconHome size={16} aria-hidden />}>
          Home
        </ButtonLink>
      </PageBar>
      <main className={style.page}>
        <h1>Name screening</h1>
        <p className="dim">
          Check a name against the sanctions lists and see how the result is calculated. For testing only: nobody’s
          status changes.
        </p>
        {session && !session.walletAddress && (
          <Note tone="off">
            Sign in with your wallet to screen a name. <Link to={signInFrom(location)}>Wallet login</Link>
          </Note>
        )}
        <Form form={form} draft="name-screening" className={style.form} onSubmit={submit}>
          <TextField name="name" label="Full name" autoComplete="off" />
          <Button type="submit" look="filled" busy={isLoading} icon={<IconSearch size={18} aria-hidden />}>
            Screen Name
          </Button>
        </Form>
        <div className={style.quick} role="group" aria-label="Quick test">
          <span className="small dim">Quick test</span>
          {QUICK.map((name) => (
            <Button key={name} size="sm" aria-pressed={data?.name === name} onClick={() => tryOne(name)}>
              {name}
            </Button>
          ))}
        </div>
        {error && !data ? (
          <Note tone="bad" live>
            <strong>Screening Error</strong> {whyNot(error)}
          </Note>
        ) : (
          data && <ScreeningVerdict result={data} />
        )}
      </main>
    </>
  );
}

/** The messages of REQ-1.8.10; a similar name is neither found nor cleared, and no error either. */
function said({ status, reason }: ScreeningResult) {
  if (status === 'rejected') return { title: 'Sanctions Match Found', text: reason, tone: 'bad' as const };
  if (status === 'approved') return { title: 'Screening Complete', text: reason, tone: 'ok' as const };
  return { title: 'Screening Needs Review', text: reason, tone: 'wait' as const };
}

/** The server's message; the specification's if there is none, or the server was not reached. */
const whyNot = (error: unknown): string =>
  isApiError(error) && error.status > 0 ? messageOf(error, 'Screening failed') : 'Unable to perform screening';
