import { TrustlineUrlRequest } from '@tknest/contracts/api';
import { WALLET } from '@tknest/contracts/rules';
import { IconCopy } from '@tabler/icons-react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../shared/api/problem';
import { contractResolver } from '../../../shared/form/contract-resolver';
import { FigureField, TextField } from '../../../shared/form/fields';
import { Form, showServerErrors } from '../../../shared/form/form';
import { useAppDispatch } from '../../../shared/store/store';
import { Button } from '../../../shared/ui/button/button';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useTrustlineUrlMutation } from '../api';
import { copyText } from '../../../shared/ui/copyable/copyable';

interface Fields {
  currency: string;
  issuer: string;
  limit: string;
}

/** A link that opens Xaman with a trust line to sign, for any token (REQ-2.2.3.3, REQ-2.5.3). */
export function TrustlineSetup({ issuer }: { issuer: string }) {
  const form = useForm<Fields>({
    defaultValues: { currency: 'TKNEST', issuer, limit: String(WALLET.trustlineUrlLimit) },
    resolver: contractResolver<Fields>(TrustlineUrlRequest),
  });
  const [make, { data, isLoading }] = useTrustlineUrlMutation();
  const dispatch = useAppDispatch();
  const submit = async (values: Fields) => {
    const { error } = await make(values);
    if (!error) dispatch(showToast({ title: 'Trustline URL Generated', tone: 'ok' }));
    if (!error || showServerErrors(form, error)) return { error };
    dispatch(showToast({ title: 'Error', text: messageOf(error, 'Couldn’t create the URL'), tone: 'bad' }));
    return { error, told: true };
  };
  return (
    <Form form={form} draft="trustline-url" className="card stack tokens-narrow" onSubmit={submit}>
      <div>
        <h2>Trustline Setup</h2>
        <p className="small dim">A link that opens a trust line request in Xaman.</p>
      </div>
      <div className="tokens-two">
        <TextField name="currency" label="Currency" />
        <FigureField name="limit" label="Limit" thousandSeparator="" decimalScale={6} hideControls />
      </div>
      <TextField name="issuer" label="Issuer address" className="mono-input" />
      <div>
        <Button type="submit" look="filled" busy={isLoading}>
          Generate Trustline URL
        </Button>
      </div>
      {data && (
        <div className="tokens-url">
          <a className="mono" href={data.trustlineURL} target="_blank" rel="noreferrer">
            {data.trustlineURL}
          </a>
          <CopyUrl url={data.trustlineURL} />
        </div>
      )}
    </Form>
  );
}

function CopyUrl({ url }: { url: string }) {
  const dispatch = useAppDispatch();
  const copy = async () => {
    const text = 'Your browser doesn’t allow copying. Select the URL and copy it yourself.';
    const isCopied = await copyText(url);
    dispatch(
      showToast(isCopied ? { title: 'Copied to Clipboard', tone: 'ok' } : { title: 'Error', text, tone: 'bad' }),
    );
  };
  return (
    <Button size="sm" icon={<IconCopy size={16} aria-hidden />} onClick={() => void copy()}>
      Copy
    </Button>
  );
}
