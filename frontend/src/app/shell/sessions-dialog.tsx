import type { OpenSessionView } from '@tknest/contracts/api';
import { useState } from 'react';
import { messageOf } from '../../shared/api/problem';
import { useShown } from '../../shared/api/use-shown';
import { wordsOf } from '../../shared/format/format';
import { dayAndTime } from '../../shared/format/time';
import { useEndOtherSessionsMutation, useEndSessionMutation, useSessionsQuery } from '../../shared/session/api';
import { useAppDispatch } from '../../shared/store/store';
import { Button } from '../../shared/ui/button/button';
import { Modal } from '../../shared/ui/modal/modal';
import { Shown } from '../../shared/ui/shown/shown';
import { Skeleton } from '../../shared/ui/states/states';
import { StatusPill } from '../../shared/ui/status-pill/status-pill';
import { showToast } from '../../shared/ui/toast/toast.slice';
import style from './sessions-dialog.module.css';

/** The user's sessions, and signing out everywhere else. */
export default function SessionsDialog({ onClose }: { onClose(): void }) {
  const sessions = useShown(useSessionsQuery(undefined, { refetchOnMountOrArgChange: true }));
  const [end, { isLoading }] = useEndOtherSessionsMutation();
  const dispatch = useAppDispatch();
  const others = sessions.data?.filter(({ current }) => !current).length;
  const [endSession] = useEndSessionMutation();
  const endOne = async (one: OpenSessionView) => {
    const { error } = await endSession(one.id);
    dispatch(
      showToast(
        error
          ? { title: 'Session not ended', text: messageOf(error, 'The server is not responding.'), tone: 'bad' }
          : { title: 'Session ended', text: `${nameOf(one)} is signed out.`, tone: 'ok' },
      ),
    );
  };
  const endOthers = async () => {
    const { error } = await end();
    const text = error && messageOf(error, 'The server is not responding.');
    dispatch(
      showToast(
        text
          ? { title: 'Session not ended', text, tone: 'bad' }
          : { title: 'Other sessions ended', text: 'You are signed in only on this device.', tone: 'ok' },
      ),
    );
  };
  return (
    <Modal title="Where you are signed in" onClose={onClose} narrow>
      <Shown of={sessions} what="Your sessions" skeleton={<Skeleton height={96} />}>
        {(all) => (
          <ul className={style.list}>
            {all.map((one) => (
              <Session key={one.id} one={one} onEnd={() => endOne(one)} />
            ))}
          </ul>
        )}
      </Shown>
      {/* Before the answer arrives, "this is your only session" must not be shown. */}
      {others !== undefined && (
        <div className="between">
          <span className="small dim">
            {others === 0
              ? 'You are signed in only on this device.'
              : 'Don’t recognize a session? End it, or all others.'}
          </span>
          <Button busy={isLoading} unavailable={others === 0} onClick={() => void endOthers()}>
            End all others
          </Button>
        </div>
      )}
    </Modal>
  );
}

const nameOf = ({ device }: OpenSessionView) => device ?? 'Unknown device';

/** The network address, unless it is the local machine's, which means nothing. */
const placeOf = (address: string) => (/^(127\.|::1$|::ffff:127\.)/.test(address) ? 'this computer' : address);

function Session({ one, onEnd }: { one: OpenSessionView; onEnd(): Promise<unknown> }) {
  const [busy, setBusy] = useState(false);
  const end = async () => {
    setBusy(true);
    await onEnd();
    setBusy(false);
  };
  return (
    <li>
      <div className="between">
        <strong>{nameOf(one)}</strong>
        {one.current ? (
          <StatusPill status="active" word="This session" />
        ) : (
          <Button
            size="sm"
            busy={busy}
            aria-label={`End the session on ${nameOf(one)}, last used ${dayAndTime(one.seenAt)}`}
            onClick={() => void end()}
          >
            End session
          </Button>
        )}
      </div>
      <p className="small dim">
        {wordsOf(one.role)}. Since {dayAndTime(one.openedAt)}
        {one.place && ` from ${placeOf(one.place)}`}, last used {dayAndTime(one.seenAt)}
      </p>
    </li>
  );
}
