import { useForm } from 'react-hook-form';
import { IconQrcode } from '@tabler/icons-react';
import { isApiError, messageOf } from '../../../../shared/api/problem';
import { resolveWith } from '../../../../shared/form/contract-resolver';
import { TextField } from '../../../../shared/form/fields';
import { Form } from '../../../../shared/form/form';
import type { Role } from '../../../../shared/session/api';
import { useAppDispatch } from '../../../../shared/store/store';
import { Button } from '../../../../shared/ui/button/button';
import { showToast } from '../../../../shared/ui/toast/toast.slice';
import { SignInWaiting, StoppedNote, useSignIn } from '../../../../shared/session/sign-in';
import { useLazyWalletInfoQuery } from '../../../../shared/wallets/api';
import { looksLikeAddress } from './use-setup';

interface Fields {
  walletAddress: string;
}
/** Easy setup wallet (REQ-1.5.23). */
const INVALID = { title: 'Invalid Address', text: 'Please enter a valid XRP wallet address.' };

const resolver = resolveWith<Fields>(({ walletAddress }): Record<string, string> =>
  looksLikeAddress(walletAddress.trim()) ? {} : { walletAddress: INVALID.text },
);

/** A typed address, which the server looks up, or a sign-in, which proves its ownership. */
export function WalletStep({ role, onConnect }: { role: Role; onConnect(wallet: string): void }) {
  const form = useForm<Fields>({ defaultValues: { walletAddress: '' }, resolver });
  const [look, { isFetching }] = useLazyWalletInfoQuery();
  const { login, stopped, busy, start, end } = useSignIn();
  const dispatch = useAppDispatch();
  const refused = () => void dispatch(showToast({ ...INVALID, tone: 'bad' }));
  const connect = async ({ walletAddress }: Fields) => {
    const { data, error } = await look(walletAddress.trim());
    if (data) {
      dispatch(showToast({ title: 'Wallet Connected', tone: 'ok' }));
      onConnect(data.address);
      return {};
    }
    const title = isApiError(error) && error.status === 400 ? INVALID.title : 'Couldn’t look up the wallet';
    dispatch(showToast({ title, text: messageOf(error, 'The ledger is not responding'), tone: 'bad' }));
    return { error, told: true };
  };
  if (login) return <SignInWaiting login={login} onEnd={end} />;
  return (
    <>
      <p className="dim">Enter the address, or scan a code with Xaman, which also signs you in.</p>
      <StoppedNote stopped={stopped} />
      <Form form={form} draft="setup-wallet" className="stack" onSubmit={connect} onRefused={refused}>
        <TextField name="walletAddress" label="Wallet address" placeholder="r…" autoComplete="off" spellCheck={false} />
        <div className="row">
          <Button type="submit" look="filled" busy={isFetching}>
            Connect
          </Button>
          <Button busy={busy} icon={<IconQrcode size={18} aria-hidden />} onClick={() => void start(role)}>
            Scan QR
          </Button>
        </div>
      </Form>
    </>
  );
}
