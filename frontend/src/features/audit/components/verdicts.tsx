import {
  IconDatabase,
  IconDatabaseExclamation,
  IconShieldCheckFilled,
  IconShieldQuestion,
  IconShieldExclamation,
} from '@tabler/icons-react';
import type { ChainWatchView } from '@tknest/contracts/api';
import { Link } from 'react-router';
import { messageOf } from '../../../shared/api/problem';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { count } from '../../../shared/format/format';
import { dayAndTime } from '../../../shared/format/time';
import { Button } from '../../../shared/ui/button/button';
import { HashText } from '../../../shared/ui/copyable/copyable';
import { useAppDispatch } from '../../../shared/store/store';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { Failed, Skeleton } from '../../../shared/ui/states/states';
import { Verdict } from '../../../shared/ui/verdict/verdict';
import { useLazyBeginCheckQuery, useReadModelsQuery, useVerificationQuery } from '../api';
import { logAddress } from '../../../shared/record/api';

const WATCH_MS = 500;
const IDLE_MS = 30_000;
const ICON = { size: 40, stroke: 1.5 } as const;

/** The state of the checks; while one runs, its progress is polled. */
function useVerification() {
  const { data, error, retry } = useShown(useVerificationQuery(undefined, usePolling(IDLE_MS)));
  const running = data?.chain.state === 'running' || data?.readModels.state === 'running';
  useVerificationQuery(undefined, { ...usePolling(WATCH_MS), skip: !running });
  return {
    data,
    waiting: error ? <Failed error={error} retry={retry} what="The result" /> : <Skeleton height={130} />,
  };
}

/** Begins a check, and reports if that failed. */
function useCheck(check: 'chain' | 'read-models') {
  // The request itself begins a check, so a reconnection must not repeat it.
  const [begin, { isFetching }] = useLazyBeginCheckQuery({ refetchOnReconnect: false });
  const dispatch = useAppDispatch();
  const run = async () => {
    const { error } = await begin(check);
    if (!error) return;
    const text = messageOf(error, 'Couldn’t start the check');
    dispatch(showToast({ title: 'Not verified', text, tone: 'bad' }));
  };
  return (label: string, running: boolean) => (
    <Button size="sm" busy={running || isFetching} onClick={() => void run()}>
      {label}
    </Button>
  );
}

/** The result of the platform's own continuous check. */
function WatchLine({ watch }: { watch: ChainWatchView | null }) {
  if (!watch) return null;
  const { verified, at, whole, pass, broken } = watch;
  if (broken)
    return (
      <p>
        The continuous check found a change at position {place(broken)}: {broken.reason}.{' '}
        <Link to="/admin/cases">Open the case</Link>
      </p>
    );
  return (
    <p>
      Checked continuously: up to event {count(verified)} at {dayAndTime(at)}.
      {whole && ` Last full check completed ${dayAndTime(whole.ended)}.`}
      {pass && ` Full check in progress: ${count(pass.verified)} of ${count(pass.of)} events.`}
    </p>
  );
}

const place = ({ position }: { position: string }) => <Link to={logAddress(position)}>{count(Number(position))}</Link>;

/** What a changed event means, and what to do. */
const ToDo = () => (
  <p>
    What depends on it is neither shown nor decided. The operator stops the platform, keeps a copy of the database, and
    restores a backup from before this position: “An event that is not genuine” in docs/operations.md.
  </p>
);

/** Whether every event still matches its seal. */
export function ChainVerdict() {
  const { data, waiting } = useVerification();
  const button = useCheck('chain');
  if (!data) return waiting;
  const { state, verified, of, at, headHash, broken } = data.chain;
  const check = (label: string) => button(label, state === 'running');
  const watched = <WatchLine watch={data.watch} />;
  if (state === 'unknown' && (data.watch?.broken || data.watch?.whole)) {
    const [tone, Icon, found] = data.watch.broken
      ? (['bad', IconShieldExclamation, 'broken'] as const)
      : (['ok', IconShieldCheckFilled, 'intact'] as const);
    return (
      <Verdict tone={tone} icon={<Icon size={40} />} title={`The chain is ${found}`} action={check('Verify')}>
        {watched}
        {data.watch.broken && <ToDo />}
      </Verdict>
    );
  }
  if (state === 'unknown')
    return (
      <Verdict
        tone="dim"
        icon={<IconShieldQuestion {...ICON} />}
        title="The chain has not been verified yet"
        action={check('Verify')}
      >
        Each event includes the hash of the event before it. Verifying recalculates every hash from the stored data.
        {watched}
      </Verdict>
    );
  if (state === 'running')
    return (
      <Verdict
        tone="run"
        icon={<IconShieldQuestion {...ICON} />}
        title="Verifying the chain"
        action={check('Verifying')}
      >
        <progress value={verified} max={Math.max(of, 1)} aria-label="Verified events" /> {count(verified)} of{' '}
        {count(of)} events
      </Verdict>
    );
  if (state === 'broken') {
    return (
      <Verdict
        tone="bad"
        icon={<IconShieldExclamation size={40} />}
        title="The chain is broken"
        action={check('Verify again')}
      >
        At position {place(broken)}: {broken.reason}. {count(verified)} events before it are unchanged. Checked{' '}
        {dayAndTime(at)}.{data.watch?.broken && watched}
        <ToDo />
      </Verdict>
    );
  }
  return (
    <Verdict
      tone="ok"
      icon={<IconShieldCheckFilled size={40} />}
      title="The chain is intact"
      action={check('Verify again')}
    >
      <p>
        {count(verified)} of {count(of)} events match their recorded hash. Checked {dayAndTime(at)}.
      </p>
      <p className="row">
        Head <HashText hash={headHash} />
      </p>
      {watched}
    </Verdict>
  );
}

/** Whether the read models match the log. */
export function ReadModelsVerdict() {
  const { data, waiting } = useVerification();
  const { data: live } = useReadModelsQuery(undefined, usePolling(IDLE_MS));
  const button = useCheck('read-models');
  if (!data) return waiting;
  const { state, compared, of, rows, at, problems } = data.readModels;
  const lag = Math.max(0, ...(live ?? []).map((one) => one.lag));
  const behind = live && (
    <p>{lag === 0 ? 'They are up to date with the event log.' : `${count(lag)} events behind the event log.`}</p>
  );
  const check = (label: string) => button(label, state === 'running');
  if (state === 'unknown')
    return (
      <Verdict
        tone="dim"
        icon={<IconDatabase {...ICON} />}
        title="The read models have not been compared yet"
        action={check('Compare')}
      >
        Comparing rebuilds each read model from the event log and checks it against the live one, row by row. {behind}
      </Verdict>
    );
  if (state === 'running')
    return (
      <Verdict
        tone="run"
        icon={<IconDatabase {...ICON} />}
        title="Comparing the read models"
        action={check('Comparing')}
      >
        <progress value={compared} max={Math.max(of, 1)} aria-label="Compared read models" /> {compared} of {of},{' '}
        {count(rows)} rows
      </Verdict>
    );
  if (state === 'differ') {
    return (
      <Verdict
        tone="bad"
        icon={<IconDatabaseExclamation {...ICON} />}
        title="Read models differ from the event log"
        action={check('Compare again')}
      >
        <ul>
          {problems.map(({ name, what }) => (
            <li key={`${name}${what}`}>
              <strong>{name}</strong>: {what}
            </li>
          ))}
        </ul>
        <p>
          <Link to="/audit/read-models">Rebuild them</Link> from the event log to correct this. Compared{' '}
          {dayAndTime(at)}.
        </p>
      </Verdict>
    );
  }
  return (
    <Verdict
      tone="ok"
      icon={<IconDatabase {...ICON} />}
      title="Read models match the event log"
      action={check('Compare again')}
    >
      <p>
        {compared} of {of} rebuilt and compared row by row, {count(rows)} rows, 0 differences. Compared {dayAndTime(at)}
        .
      </p>
      {behind}
    </Verdict>
  );
}
