import { IconMapPinCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { TextField } from '../../../shared/form/fields';
import { useLazyValidateAddressQuery } from '../api';

/** Checked when the field loses focus; if the check itself fails, nothing is shown (REQ-1.8.3). */
export function AddressField({ value }: { value: string }) {
  const [check, { data, isFetching }] = useLazyValidateAddressQuery();
  const [checked, setChecked] = useState('');
  const left = () => {
    if (value.trim() === '' || value === checked) return;
    setChecked(value);
    void check(value, true);
  };
  const answered = checked === value && !isFetching ? data?.status : undefined;
  const found = answered === 'valid';
  const said = isFetching
    ? 'Validating address...'
    : found
      ? 'Address found'
      : answered === 'invalid'
        ? 'This address was not found. You can still list it.'
        : undefined;
  return (
    <div onBlur={left}>
      <TextField
        label="Address"
        name="address"
        autoComplete="street-address"
        description={said && <span className={found ? 'said-ok' : undefined}>{said}</span>}
        rightSection={found && <IconMapPinCheck size={20} color="var(--ok)" aria-hidden />}
      />
      <span role="status" className="sr-only">
        {said}
      </span>
    </div>
  );
}
