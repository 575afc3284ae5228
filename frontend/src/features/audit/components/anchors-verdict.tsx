import { IconAnchor, IconAnchorOff } from '@tabler/icons-react';
import type { AnchorsVerdict as Compared, AnchorView } from '@tknest/contracts/api';
import { Link } from 'react-router';
import { messageOf } from '../../../shared/api/problem';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { count } from '../../../shared/format/format';
import { dayAndTime } from '../../../shared/format/time';
import { logAddress, useLogKeyQuery } from '../../../shared/record/api';
import { Verifiers } from '../../../shared/record/verifiers';
import { usePlatformConfigQuery, useSessionQuery } from '../../../shared/session/api';
import { can } from '../../../shared/session/can';
import { useAppDispatch } from '../../../shared/store/store';
import { Button } from '../../../shared/ui/button/button';
import { HashText, WalletText } from '../../../shared/ui/copyable/copyable';
import { Fact, Facts } from '../../../shared/ui/facts/facts';
import { Failed, Skeleton } from '../../../shared/ui/states/states';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { Verdict } from '../../../shared/ui/verdict/verdict';
import { useAnchorNowMutation, useAnchorsQuery, useVerificationQuery } from '../api';

const WATCH_MS = { pending: 1_500, idle: 30_000 };
const ICON = { size: 40, stroke: 1.5 } as const;

/** The result of the last check's comparison of the log with the ledger. */
const COMPARED: Record<Compared['state'], (found: Compared) => string> = {
  none: () => 'The last check of the chain found no anchor on the ledger.',
  fit: ({ compared, unproved }) =>
    `At the last check, the event log matched ${compared === 1 ? 'the one anchor' : `all ${count(compared)} anchors`} found on the ledger.` +
    (unproved > 0 ? ` ${count(unproved)} more are in ledgers that this node doesn’t have.` : ''),
  differ: () => 'The event log differs from its anchors on the ledger.',
  missing: () => 'The event log lists anchors that are not on the ledger.',
  unproved: () => 'This node doesn’t have those ledgers. Use a full-history node.',
  unreachable: () => 'The last check of the chain couldn’t reach the ledger.',
};
const BAD: readonly Compared['state'][] = ['differ', 'missing'];
const UNKNOWN: readonly Compared['state'][] = ['unproved', 'unreachable'];

/** How much of the log is anchored and can no longer be changed unnoticed. */
export function AnchorsVerdict() {
  const { data: anchors, error, retry } = useShown(useAnchorsQuery(undefined, usePolling(WATCH_MS.idle)));
  const { data: verification } = useVerificationQuery();
  const newest = anchors?.[0];
  useAnchorsQuery(undefined, { skip: newest?.state !== 'pending', pollingInterval: WATCH_MS.pending });
  if (!anchors) return error ? <Failed error={error} retry={retry} what="The anchors" /> : <Skeleton height={110} />;
  const compared = verification?.chain.anchors;
  const bad = compared ? BAD.includes(compared.state) : false;
  return (
    <Verdict
      tone={bad ? 'bad' : toneOf(newest, compared)}
      icon={bad || newest?.state !== 'anchored' ? <IconAnchorOff {...ICON} /> : <IconAnchor {...ICON} />}
      title={bad ? 'The event log and the ledger disagree' : titleOf(newest)}
      action={<AnchorNow pending={newest?.state === 'pending'} />}
    >
      <Evidence anchor={anchors.find(({ state }) => state === 'anchored')} />
      {compared && <p>{COMPARED[compared.state](compared)}</p>}
      <p>
        Check it without this platform: export the log and run a verifier (<Verifiers />
        ).
      </p>
      <RecordOwner />
    </Verdict>
  );
}

/** What a verifier must know from another source, beside the file at the host that the accounts name on the ledger. */
function RecordOwner() {
  const { data: config } = usePlatformConfigQuery();
  const { data: key } = useLogKeyQuery();
  if (!config || !key) return null;
  return (
    <details className="record-owner">
      <summary>Accounts and key to compare</summary>
      <Facts>
        <Fact name="Issuer">
          <WalletText wallet={config.issuer} />
        </Fact>
        <Fact name="Payout escrow">
          <WalletText wallet={config.payoutEscrow} />
        </Fact>
        <Fact name="Fee wallet">
          <WalletText wallet={config.feeWallet} />
        </Fact>
        <Fact name="Log key">
          <HashText hash={key} what="key" />
        </Fact>
      </Facts>
      <p className="small dim">
        The accounts name this site on the ledger, and its <a href="/.well-known/xrp-ledger.toml">xrp-ledger.toml</a>{' '}
        names them and the same key.
      </p>
    </details>
  );
}

function toneOf(newest: AnchorView | undefined, compared: Compared | null | undefined): 'ok' | 'run' | 'dim' {
  if (newest?.state === 'pending') return 'run';
  const isUnknown = compared ? UNKNOWN.includes(compared.state) : false;
  return newest?.state === 'anchored' && !isUnknown ? 'ok' : 'dim';
}

function titleOf(newest: AnchorView | undefined): string {
  if (!newest) return 'The event log is not anchored yet';
  if (newest.state === 'pending') return 'Anchoring the event log';
  if (newest.state === 'failed') return 'The last anchor failed';
  return 'The event log is anchored on the ledger';
}

function Evidence({ anchor }: { anchor: AnchorView | undefined }) {
  const { data: config } = usePlatformConfigQuery();
  if (!anchor)
    return (
      <p>
        Every hour while the log grows, its hash is written to the ledger. From then on, any change to the events before
        it can be detected.
      </p>
    );
  return (
    <>
      <p>
        Events up to position <Link to={logAddress(anchor.position)}>{count(Number(anchor.position))}</Link> were
        anchored in ledger {count(anchor.ledgerIndex!)} on {dayAndTime(anchor.at)}.
      </p>
      <p className="row">
        Transaction <HashText hash={anchor.txHash} explorer={config?.explorer} />
      </p>
    </>
  );
}

function AnchorNow({ pending }: { pending: boolean }) {
  const { data: session } = useSessionQuery();
  const [anchor, { isLoading }] = useAnchorNowMutation();
  const dispatch = useAppDispatch();
  if (!can(session?.userRole, 'reconcile')) return null;
  const run = async () => {
    const { error } = await anchor();
    if (!error) return;
    const text = messageOf(error, 'Couldn’t anchor the event log');
    dispatch(showToast({ title: 'Not anchored', text, tone: 'bad' }));
  };
  return (
    <Button size="sm" busy={isLoading || pending} onClick={() => void run()}>
      {pending ? 'Anchoring' : 'Anchor now'}
    </Button>
  );
}
