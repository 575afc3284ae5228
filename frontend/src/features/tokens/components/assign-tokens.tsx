import { AssignTokensRequest, type UnallocatedView } from '@tknest/contracts/api';
import { useForm } from 'react-hook-form';
import { once } from '../../../shared/api/intent';
import { rowsOf } from '../../../shared/api/paging';
import { contractResolver } from '../../../shared/form/contract-resolver';
import { SelectField, TextField } from '../../../shared/form/fields';
import { Form } from '../../../shared/form/form';
import { rlusd, tokens } from '../../../shared/format/format';
import { usePropertiesInfiniteQuery } from '../../../shared/properties/api';
import { isProposed, useProposed } from '../../../shared/proposals/use-proposed';
import { useAppDispatch } from '../../../shared/store/store';
import { Button } from '../../../shared/ui/button/button';
import { Modal } from '../../../shared/ui/later/dialogs';
import { Note } from '../../../shared/ui/note/note';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useAssignTokensMutation } from '../api';

/** Properties to choose from. */
const CHOICES = 10;

interface Fields {
  propertyId: string;
  paymentId: string;
}

/** Assigns tokens to a property's register, with the payment that paid for them. */
export default function AssignTokens({ issuance, onClose }: { issuance: UnallocatedView; onClose(): void }) {
  const { issuanceId, amount, recipientAddress } = issuance;
  const asRequest = ({ propertyId, paymentId }: Fields) => ({
    issuanceId,
    propertyId: Number(propertyId),
    ...(paymentId.trim() ? { paymentId: paymentId.trim() } : {}),
  });
  const form = useForm<Fields>({
    defaultValues: { propertyId: '', paymentId: '' },
    resolver: contractResolver<Fields>(AssignTokensRequest, asRequest),
  });
  const { data: properties } = usePropertiesInfiniteQuery({ limit: CHOICES });
  const [assign] = useAssignTokensMutation();
  const dispatch = useAppDispatch();
  const proposed = useProposed();
  const open = (properties ? rowsOf(properties) : []).filter(
    ({ tokensAvailable }) => tokensAvailable >= Number(amount),
  );
  const submit = async (values: Fields) => {
    const body = asRequest(values);
    const { data, error } = await once(['assign', body], (key) => assign({ ...body, key }));
    if (error) return { error };
    if (isProposed(data)) {
      proposed(data);
      return {};
    }
    dispatch(showToast({ title: `${tokens(Number(amount))} assigned`, tone: 'ok' }));
    onClose();
    return {};
  };
  return (
    <Modal title={`Assign ${tokens(Number(amount))}`} onClose={onClose} narrow>
      <Form form={form} draft={`assign:${issuanceId}`} className="stack" onSubmit={submit}>
        <p className="small dim">
          Held by <span className="mono">{recipientAddress}</span>
        </p>
        <SelectField
          name="propertyId"
          label="Property"
          placeholder="Choose a property"
          data={open.map(({ id, name, tokenPrice }) => ({
            value: String(id),
            label: `${name}, ${rlusd(tokenPrice * Number(amount))} RLUSD`,
          }))}
          nothingFoundMessage="No open property has that many tokens left"
        />
        <TextField
          name="paymentId"
          label="Payment"
          placeholder="Matched automatically"
          description="The settled payment of this amount from the holder to the landlord."
        />
        <Note tone="wait">This cannot be undone. It counts towards the loan of the property.</Note>
        <div className="row tokens-end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="filled" busy={form.formState.isSubmitting}>
            Assign
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
