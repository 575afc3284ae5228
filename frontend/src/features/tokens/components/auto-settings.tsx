import { AutoTokenConfigRequest, type AutoTokenConfigView } from '@tknest/contracts/api';
import { useController, useForm, useWatch, type Control } from 'react-hook-form';
import { isApiError, messageOf } from '../../../shared/api/problem';
import { contractResolver, problemsOf } from '../../../shared/form/contract-resolver';
import { FigureField, SecretField } from '../../../shared/form/fields';
import { Form } from '../../../shared/form/form';
import { isProposed, useProposed } from '../../../shared/proposals/use-proposed';
import { useAppDispatch } from '../../../shared/store/store';
import { Button } from '../../../shared/ui/button/button';
import { Switch } from '../../../shared/ui/inputs/inputs';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useSaveAutoTokenConfigMutation } from '../api';

interface Fields {
  enabled: boolean;
  defaultTokenAmount: string;
  issuerSeed: string;
  requiresBothPartiesKyc: boolean;
  minimumInvestmentThreshold: string;
}
const figure = (text: string) => (text.trim() === '' ? NaN : Number(text));
const asRequest = ({ defaultTokenAmount, minimumInvestmentThreshold, ...rest }: Fields) => ({
  ...rest,
  defaultTokenAmount: figure(defaultTokenAmount),
  minimumInvestmentThreshold: figure(minimumInvestmentThreshold),
});

/** The settings form of REQ-2.2.4.2, REQ-2.5.6. */
export function AutoSettings({ config }: { config: AutoTokenConfigView }) {
  const form = useForm<Fields>({
    mode: 'onChange',
    values: {
      enabled: config.enabled,
      defaultTokenAmount: String(config.defaultTokenAmount),
      issuerSeed: '',
      requiresBothPartiesKyc: config.requiresBothPartiesKyc,
      minimumInvestmentThreshold: String(config.minimumInvestmentThreshold),
    },
    // Edits in progress are not overwritten by the refresh every half minute.
    resetOptions: { keepDirtyValues: true },
    resolver: contractResolver<Fields>(AutoTokenConfigRequest, asRequest),
  });
  const [save, { isLoading }] = useSaveAutoTokenConfigMutation();
  const dispatch = useAppDispatch();
  const proposed = useProposed();
  const wrong = Object.keys(
    problemsOf(AutoTokenConfigRequest, asRequest(useWatch({ control: form.control }) as Fields)),
  );
  const submit = async (values: Fields) => {
    const { data, error } = await save(asRequest(values));
    if (isProposed(data)) {
      proposed(data);
      return {};
    }
    if (!error) {
      form.reset({ ...values, issuerSeed: '' });
      dispatch(showToast({ title: 'Configuration Updated', tone: 'ok' }));
      return {};
    }
    // REQ-2.8.6: refused or unanswered.
    const title =
      isApiError(error) && error.status >= 400 && error.status < 500 ? 'Update Failed' : 'Configuration Error';
    dispatch(showToast({ title, text: messageOf(error, 'Couldn’t save the configuration'), tone: 'bad' }));
    return { error, told: true };
  };
  return (
    <Form form={form} draft="auto-tokens" className="card stack" onSubmit={submit}>
      <div className="between auto-head">
        <h2>Settings</h2>
        <SwitchField control={form.control} name="enabled" label="Issue automatically" />
      </div>
      <div className="tokens-two">
        <FigureField
          name="defaultTokenAmount"
          label="Default token amount"
          description="TKNEST for each payment that reaches the minimum, whatever its amount"
          decimalScale={0}
          hideControls
        />
        <FigureField
          name="minimumInvestmentThreshold"
          label="Minimum investment threshold"
          description="Smaller payments get no tokens. 1 RLUSD counts as 1 USD."
          suffix=" RLUSD"
          decimalScale={6}
          hideControls
        />
      </div>
      <SwitchField
        control={form.control}
        name="requiresBothPartiesKyc"
        label="Both parties need KYC"
        description="Off: Flexible. Trust lines are still authorized for verified payers only."
      />
      <SecretField
        name="issuerSeed"
        label="Issuer seed"
        placeholder={config.issuerSeed ? 'Configured, kept in the vault' : ''}
        autoComplete="off"
        description="Leave it empty to sign with the key in the vault. A seed entered here must be the issuer’s."
      />
      <div className="between auto-foot">
        <span className="small auto-wrong" role="status">
          {wrong.length > 0 && (wrong.length === 1 ? '1 value to correct' : `${wrong.length} values to correct`)}
        </span>
        <Button type="submit" look={wrong.length > 0 ? 'muted' : 'filled'} busy={isLoading}>
          Save settings
        </Button>
      </div>
    </Form>
  );
}

function SwitchField({
  control,
  name,
  label,
  description,
}: {
  control: Control<Fields>;
  name: 'enabled' | 'requiresBothPartiesKyc';
  label: string;
  description?: string;
}) {
  const { field } = useController({ control, name });
  return (
    <Switch
      label={label}
      description={description}
      checked={field.value}
      onChange={(event) => field.onChange(event.currentTarget.checked)}
    />
  );
}
