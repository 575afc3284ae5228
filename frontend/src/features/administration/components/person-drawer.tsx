import type { UsedControlView, WalletStandingView } from '@tknest/contracts/api';
import { useState } from 'react';
import { useShown } from '../../../shared/api/use-shown';
import { wordsOf } from '../../../shared/format/format';
import { dayAndTime } from '../../../shared/format/time';
import { useSessionQuery } from '../../../shared/session/api';
import { can } from '../../../shared/session/can';
import { Button } from '../../../shared/ui/button/button';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Fact, Facts } from '../../../shared/ui/facts/facts';
import { Drawer } from '../../../shared/ui/modal/modal';
import { Shown } from '../../../shared/ui/shown/shown';
import { Skeleton } from '../../../shared/ui/states/states';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { useUsedControlsQuery, useControlUserMutation, useStandingQuery } from '../api';
import { WithReason, type ActWithReason } from '../../../shared/form/with-reason';

const ROLES = ['investor', 'landlord'] as const;
const WORDS: Record<string, string> = {
  WalletSuspended: 'Suspended',
  WalletReinstated: 'Reinstated',
  SessionsEnded: 'Sessions ended',
};
const done = ({ what, role }: UsedControlView) =>
  what === 'VerificationRevoked' && role ? `Verification as ${role} revoked` : (WORDS[what] ?? wordsOf(what));

/** A wallet's verification and suspension, earlier controls, and the account controls. */
export default function PersonDrawer({ wallet, onClose }: { wallet: string; onClose(): void }) {
  const { data: session } = useSessionQuery();
  const standing = useShown(useStandingQuery(wallet));
  const used = useShown(useUsedControlsQuery(wallet));
  const back = (
    <Button size="sm" onClick={onClose}>
      Back to users
    </Button>
  );
  return (
    <Drawer title="User" onClose={onClose}>
      <WalletText wallet={wallet} />
      <Shown of={standing} what="Wallet status" skeleton={<Skeleton height={200} />} wayOut={back}>
        {(now) => (
          <>
            <Standing now={now} />
            {can(session?.userRole, 'control') && <AccountControls now={now} />}
          </>
        )}
      </Shown>
      <h3>Admin actions</h3>
      <Shown of={used} what="Admin actions" skeleton={<Skeleton height={80} />}>
        {(rows) => <Done rows={rows} masked={!can(session?.userRole, 'control')} />}
      </Shown>
    </Drawer>
  );
}

function Standing({ now }: { now: WalletStandingView }) {
  return (
    <Facts>
      <Fact name="Platform access">
        <StatusPill status={now.suspended ? 'failed' : 'active'} word={now.suspended ? 'Suspended' : 'Open'} />
      </Fact>
      {ROLES.map((role) => (
        <Fact key={role} name={<>As {role}</>}>
          <StatusPill status={now[role]} />
        </Fact>
      ))}
    </Facts>
  );
}

/** The controls that have an effect in the wallet's current state. */
function AccountControls({ now }: { now: WalletStandingView }) {
  const wallet = now.walletAddress;
  const short = wallet.slice(0, 12);
  const [asked, setAsked] = useState<ActWithReason | null>(null);
  const [controlUser] = useControlUserMutation();
  const revoke = (role: (typeof ROLES)[number]): ActWithReason => ({
    of: wallet,
    action: `Revoke ${role} verification`,
    title: `Revoke the verification of ${short} as ${role}?`,
    effect: 'Everything that requires this verification stops. A new application needs an officer’s review.',
    done: 'Verification revoked',
    carryOut: (reason) => controlUser({ wallet, what: 'revoke-verification', body: { reason, role } }),
  });
  const acts: ActWithReason[] = [
    now.suspended
      ? {
          of: wallet,
          action: 'Reinstate',
          title: `Reinstate ${short}?`,
          effect: 'The wallet can list, buy, apply and send again.',
          done: 'Wallet reinstated',
          carryOut: (reason) => controlUser({ wallet, what: 'reinstate', body: { reason } }),
        }
      : {
          of: wallet,
          action: 'Suspend',
          title: `Suspend ${short}?`,
          effect:
            'The wallet can no longer list, buy, apply or send RLUSD through the platform, and purchases not yet submitted stop. Signing in, repaying and refunding still work.',
          done: 'Wallet suspended',
          carryOut: (reason) => controlUser({ wallet, what: 'suspend', body: { reason } }),
        },
    ...ROLES.filter((role) => now[role] === 'verified').map(revoke),
    {
      of: wallet,
      action: 'End all sessions',
      title: `End every session of ${short}?`,
      effect: 'The wallet is signed out on every device, and sign-ins in progress are canceled.',
      done: 'Sessions ended',
      carryOut: (reason) => controlUser({ wallet, what: 'end-sessions', body: { reason } }),
    },
  ];
  return (
    <div className="row controls controls-head" role="group" aria-label="Controls">
      {acts.map((one) => (
        <Button key={one.action} size="sm" onClick={() => setAsked(one)}>
          {one.action}
        </Button>
      ))}
      {asked && <WithReason act={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

/** @param masked for auditors, who do not see the reasons */
function Done({ rows, masked }: { rows: readonly UsedControlView[]; masked: boolean }) {
  if (rows.length === 0) return <p className="dim">No admin actions yet</p>;
  return (
    <ol className="stack controls-done">
      {rows.map((row, index) => (
        // Newest first. Keys are counted from the end, so that a row keeps its key when another one is added.
        <li key={rows.length - index}>
          <div className="between">
            <strong>{done(row)}</strong>
            <span className="small dim">{dayAndTime(row.at)}</span>
          </div>
          <p>
            {row.reason ??
              (masked ? 'The reason is shown to admins.' : 'The reason was erased with the person’s data.')}
          </p>
          {row.by && (
            <p className="small dim">
              by <WalletText wallet={row.by} />
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
