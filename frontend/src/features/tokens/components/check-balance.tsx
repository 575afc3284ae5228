import { WALLET } from '@tknest/contracts/rules';
import { IconSearch } from '@tabler/icons-react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../shared/api/problem';
import { resolveWith } from '../../../shared/form/contract-resolver';
import { TextField } from '../../../shared/form/fields';
import { Form } from '../../../shared/form/form';
import { count } from '../../../shared/format/format';
import { useAppDispatch } from '../../../shared/store/store';
import { Button } from '../../../shared/ui/button/button';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { Spoken } from '../../../shared/ui/live/live';
import { useLazyTokenBalanceQuery, useRecipientQuery } from '../api';

interface Fields {
  wallet: string;
  currency: string;
  issuer: string;
}
/** Balance (REQ-2.5.4): all three are required. */
const REQUIRED: Record<keyof Fields, string> = {
  wallet: 'Wallet address is required',
  currency: 'Currency is required',
  issuer: 'Issuer address is required',
};
const missing = (values: Fields) =>
  Object.fromEntries(Object.entries(REQUIRED).filter(([name]) => !values[name as keyof Fields].trim()));

/** A wallet's balance of a token on the ledger; for TKNEST also according to the register (REQ-2.2.3.1, REQ-2.3.12). */
export function CheckBalance({ issuer }: { issuer: string }) {
  const form = useForm<Fields>({
    defaultValues: { wallet: '', currency: 'TKNEST', issuer },
    resolver: resolveWith<Fields>(missing),
  });
  const [check, { currentData: found, isFetching, originalArgs }] = useLazyTokenBalanceQuery();
  const dispatch = useAppDispatch();
  const own = originalArgs?.issuer === issuer && /^(TKNEST|544B4E4553540+)$/i.test(originalArgs.currency);
  const submit = async ({ wallet, currency, issuer: of }: Fields) => {
    const { error } = await check({ wallet: wallet.trim(), currency: currency.trim(), issuer: of.trim() });
    if (error)
      dispatch(
        showToast({
          title: 'Balance Check Error',
          text: messageOf(error, 'Couldn’t read the balance'),
          tone: 'bad',
        }),
      );
    return { error, told: true };
  };
  return (
    <Form form={form} draft="check-balance" className="card stack tokens-narrow" onSubmit={submit}>
      <div>
        <h2>Check Balance</h2>
        <p className="small dim">The balance as of the last validated ledger.</p>
      </div>
      <TextField name="wallet" label="Wallet address" placeholder="r…" className="mono-input" />
      <div className="tokens-two">
        <TextField name="currency" label="Currency" />
        <TextField name="issuer" label="Issuer address" className="mono-input" />
      </div>
      <div>
        <Button type="submit" icon={<IconSearch size={18} aria-hidden />} busy={isFetching}>
          Check
        </Button>
      </div>
      {found && (
        <Spoken>
          <dl className="tokens-facts">
            <div>
              <dt>Balance on the ledger</dt>
              <dd>
                {found.error ? (
                  <StatusPill status="failed" word={found.error} />
                ) : (
                  <span className="figure tokens-figure">
                    {found.balance} <small>{found.currency}</small>
                  </span>
                )}
              </dd>
            </div>
            {own && found.walletAddress.length >= WALLET.minLength && (
              <Register wallet={found.walletAddress} onLedger={found.balance} />
            )}
          </dl>
        </Spoken>
      )}
    </Form>
  );
}

function Register({ wallet, onLedger }: { wallet: string; onLedger: string }) {
  const { currentData } = useRecipientQuery(wallet);
  if (!currentData) return null;
  const same = Number(onLedger) === currentData.register;
  return (
    <div>
      <dt>In the register</dt>
      <dd className="row">
        {count(currentData.register)} <StatusPill status={same ? 'matches' : 'differs'} />
      </dd>
    </div>
  );
}
