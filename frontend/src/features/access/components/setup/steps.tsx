import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { rlusd, wordsOf } from '../../../../shared/format/format';
import { usePlatformConfigQuery, asRole } from '../../../../shared/session/api';
import { Button, ButtonLink } from '../../../../shared/ui/button/button';
import { WalletText } from '../../../../shared/ui/copyable/copyable';
import { Shown } from '../../../../shared/ui/shown/shown';
import { Skeleton } from '../../../../shared/ui/states/states';
import { FundsStep, held, SIMULATE } from './funds-step';
import { LineStep } from './line-step';
import { RoleStep } from './role-step';
import { Step } from './step';
import type { Setup } from './use-setup';
import { WalletStep } from './wallet-step';

const ROLE_WORDS: Record<string, string> = { landlord: 'Property Owner', investor: 'Investor', admin: 'Administrator' };
const AGAIN = '/auth?again=true&from=/easy-setup';

/** The first four steps and their states. */
export function Steps({ setup }: { setup: Setup }) {
  const { role, wallet, own, info, step, byItself, choose, look } = setup;
  const { data: config } = usePlatformConfigQuery();
  const [, , hasLine, funded] = setup.true;
  /** Open, done, not reached, or skipped because the address already named everything. */
  const stateOf = (number: number) =>
    setup.true[number - 1] ? 'done' : byItself ? 'later' : step === number ? 'open' : 'waiting';
  const onLedger = (text: string): ReactNode =>
    info.data ? text : info.error ? 'The ledger did not respond' : 'Checking the ledger…';
  const change = (name: 'role' | 'wallet') =>
    own ? (
      <ButtonLink to={AGAIN} look="subtle" size="sm" aria-label={`Change ${name}`}>
        Change
      </ButtonLink>
    ) : (
      <Button look="subtle" size="sm" aria-label={`Change ${name}`} onClick={() => choose(name, null)}>
        Change
      </Button>
    );
  return (
    <>
      <Step
        number={1}
        name="Role"
        title="How do you want to use Tknest?"
        state={stateOf(1)}
        text={role && (ROLE_WORDS[role] ?? wordsOf(role))}
        action={change('role')}
      >
        <RoleStep onChoose={(chosen) => choose('role', chosen)} />
      </Step>
      <Step
        number={2}
        name="Wallet"
        title="Connect your wallet"
        state={stateOf(2)}
        text={wallet ? <WalletText wallet={wallet} /> : 'Choose a role first'}
        action={wallet && change('wallet')}
      >
        <WalletStep role={asRole(role)} onConnect={(address) => choose('wallet', address)} />
      </Step>
      <Step
        number={3}
        name="RLUSD trust line"
        title="Open an RLUSD trust line"
        state={stateOf(3)}
        text={
          hasLine && info.data
            ? `Up to ${rlusd(info.data.trustLimit)} RLUSD`
            : wallet
              ? onLedger('Not open yet')
              : 'Connect your wallet first'
        }
        action={
          hasLine &&
          own && (
            <ButtonLink to="/trust-line-setup" look="subtle" size="sm" aria-label="Change the limit">
              Change
            </ButtonLink>
          )
        }
      >
        <Shown of={info} what="The wallet" skeleton={<Skeleton height={160} />}>
          {(data) => wallet && <LineStep wallet={wallet} own={own} role={asRole(role)} info={data} look={look} />}
        </Shown>
      </Step>
      <Step
        number={4}
        name={config?.demoFunding ? 'Demo funds' : 'Funds'}
        title="Fund your wallet"
        state={stateOf(4)}
        text={
          funded && info.data ? (
            held(info.data)
          ) : hasLine || byItself ? (
            onLedger(info.data ? held(info.data) : '')
          ) : (
            <>
              <IconLock size={14} aria-hidden /> Open the trust line first
            </>
          )
        }
        action={
          !hasLine &&
          !byItself &&
          config?.demoFunding && (
            <Button size="sm" disabled>
              {SIMULATE}
            </Button>
          )
        }
      >
        {wallet && info.data && <FundsStep wallet={wallet} info={info.data} look={look} />}
      </Step>
    </>
  );
}
