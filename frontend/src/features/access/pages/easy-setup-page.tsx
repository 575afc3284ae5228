import { EASY_SETUP } from '@tknest/contracts/rules';
import { IconArrowRight, IconHome } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useSessionQuery } from '../../../shared/session/api';
import { useAppDispatch } from '../../../shared/store/store';
import { Button, ButtonLink } from '../../../shared/ui/button/button';
import { Note } from '../../../shared/ui/note/note';
import { PageBar } from '../../../shared/ui/page-bar/page-bar';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useTitle } from '../../../shared/use-title';
import { Spoken } from '../../../shared/ui/live/live';
import { Rail } from '../components/setup/rail';
import { Step } from '../components/setup/step';
import { Steps } from '../components/setup/steps';
import { useSetup, type Setup } from '../components/setup/use-setup';
import style from '../components/setup/setup.module.css';

/** Five checkpoints to a wallet that can take part (REQ-1.2.48, REQ-1.4.5). */
export default function EasySetupPage() {
  useTitle('Quick setup');
  const { data: session } = useSessionQuery();
  // The session decides whose wallet it is about.
  return session ? <EasySetup /> : null;
}

function EasySetup() {
  const setup = useSetup();
  const { completed, complete } = useCompletion(setup);
  const { byItself, step } = setup;
  const all = byItself || step === 5;
  const marks = [...setup.true.map((so) => so || byItself), all];
  return (
    <>
      <PageBar>
        <ButtonLink to="/" size="sm" icon={<IconHome size={16} aria-hidden />}>
          Home
        </ButtonLink>
      </PageBar>
      <main className={style.setup}>
        <Rail marks={marks} />
        <div className={style.steps}>
          {setup.stranger && <OtherWallet setup={setup} />}
          <Steps setup={setup} />
          {all ? (
            <Done setup={setup} completed={completed} complete={complete} />
          ) : (
            <Step number={5} name="Complete" title="Complete" state="waiting" text="Opens your dashboard" />
          )}
        </div>
      </main>
    </>
  );
}

/**
 * REQ-1.4.5, REQ-1.4.6: a message, and the dashboard a moment later; automatically if everything was known when the
 * page was opened.
 */
function useCompletion({ byItself, role, wallet }: Setup) {
  const [completed, setCompleted] = useState(false);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  useEffect(() => {
    if (!byItself) return;
    const timer = setTimeout(() => setCompleted(true), EASY_SETUP.completeAfter);
    return () => clearTimeout(timer);
  }, [byItself]);
  useEffect(() => {
    if (!completed) return;
    dispatch(showToast({ title: 'Setup Complete', text: 'Taking you to your dashboard.', tone: 'ok' }));
    const to = `/dashboard?${new URLSearchParams({ role: role ?? '', wallet: wallet ?? '' })}`;
    // Replaces this page in the history; otherwise Back would complete it again.
    const timer = setTimeout(() => void navigate(to, { replace: true }), EASY_SETUP.redirectAfter);
    return () => clearTimeout(timer);
  }, [completed]); // eslint-disable-line react-hooks/exhaustive-deps -- told and led on once
  return { completed, complete: () => setCompleted(true) };
}

function OtherWallet({ setup }: { setup: Setup }) {
  return (
    <Note tone="wait">
      This link is for the wallet <span className="mono">{setup.stranger!.slice(0, 12)}</span>. You are signed in with
      another wallet, so this page shows yours.
      <button type="button" className="note-way" onClick={() => setup.choose('wallet', null)}>
        Continue with my wallet
      </button>
    </Note>
  );
}

interface DoneProps {
  setup: Setup;
  completed: boolean;
  complete(): void;
}
function Done({ setup: { byItself, step, stay }, completed, complete }: DoneProps) {
  return (
    <section className={`card stack ${style.done}`} aria-labelledby="all-set">
      <Spoken>
        <h2 id="all-set">All set</h2>
        <p className="dim">
          {completed || byItself ? 'Taking you to your dashboard.' : 'Setup is complete. Your dashboard is next.'}
        </p>
      </Spoken>
      <div className="row">
        <Button look="filled" size="lg" unavailable={completed} onClick={complete}>
          Go to Dashboard <IconArrowRight size={18} aria-hidden />
        </Button>
        {byItself && !completed && <Button onClick={stay}>Stay here</Button>}
      </div>
      {step < 5 && (
        <p className="small dim">
          You can set up the rest here, or later under <Link to="/trust-line-setup">Trust line</Link>.
        </p>
      )}
    </section>
  );
}
