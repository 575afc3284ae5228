import { IconMapPinCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { TextInput } from '../../../shared/ui/inputs/inputs';
import { useValidateAddressMutation } from '../api';

/** Checked when the field loses the focus; a failure of the check itself says nothing (D1 §8). */
export function AddressField({
  value,
  error,
  onChange,
}: {
  value: string;
  error?: string;
  onChange(event: { target: { value: string } }): void;
}) {
  const [check, { data, isLoading }] = useValidateAddressMutation();
  const [checked, setChecked] = useState('');
  const blur = () => {
    if (value.trim() === '' || value === checked) return;
    setChecked(value);
    void check(value);
  };
  const answered = checked === value && !isLoading ? data?.status : undefined;
  const found = answered === 'valid';
  const said = isLoading
    ? 'Validating address...'
    : found
      ? 'Address found'
      : answered === 'invalid'
        ? 'This address was not found. You may list it all the same.'
        : undefined;
  return (
    <div>
      <TextInput
        label="Address"
        name="address"
        value={value}
        onChange={onChange}
        onBlur={blur}
        error={error}
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
