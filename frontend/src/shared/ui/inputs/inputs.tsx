/**
 * The inputs of our forms: Mantine's, each together with the styles it needs. They stand inside the provider of
 * `app/widgets`.
 */
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import '@mantine/core/styles/Slider.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { NumberInput, PasswordInput, Slider as MantineSlider } from '@mantine/core';
import { useState, type ClipboardEvent, type ComponentProps, type FormEvent } from 'react';
import './inputs.css';

export { Checkbox, Select, Switch, Textarea, TextInput } from '@mantine/core';

/** Figures of more digits are no amounts, and beyond them a number is no longer exact. */
const MOST_DIGITS = 15;
const PLAUSIBLE = /^\s*[-$]*[\d,]*\.?\d*\s*(RLUSD)?\s*$/;

/**
 * A figure as people write it, `2,500.50`. A comma groups, only a point divides, and a minus or a fraction stays in the
 * field, to be refused in words. What is no part of a figure is not taken, typed or pasted, and the field says so until
 * it is left: `1e9` never reads 19 in silence.
 */
export function NumberField({
  onChange,
  onBlur,
  error,
  ...props
}: Omit<ComponentProps<typeof NumberInput>, 'onChange'> & { onChange?(value: number | string): void }) {
  const [refused, setRefused] = useState('');
  const isFigure = (text: string): boolean => {
    const fine = PLAUSIBLE.test(text);
    if (!fine) setRefused(text.trim().slice(0, 20));
    return fine;
  };
  /** What is no figure the field drops by itself. With its first digit a figure begins anew. */
  const typed = ({ currentTarget, nativeEvent }: FormEvent<HTMLInputElement>) => {
    if (isFigure((nativeEvent as InputEvent).data ?? '') && currentTarget.value.replace(/\D/g, '').length < 2)
      setRefused('');
  };
  const pasted = (event: ClipboardEvent) =>
    isFigure(event.clipboardData.getData('text')) ? setRefused('') : event.preventDefault();
  return (
    <NumberInput
      thousandSeparator=","
      allowedDecimalSeparators={['.']}
      clampBehavior="none"
      isAllowed={({ value }) => value.replace(/\D/g, '').length <= MOST_DIGITS}
      error={refused ? `Only figures: “${refused}” was not taken` : error}
      errorProps={{ role: refused ? 'alert' : undefined }}
      onInput={typed}
      onPaste={pasted}
      onBlur={(event) => {
        setRefused('');
        onBlur?.(event);
      }}
      onChange={(value) => onChange?.(typeof value === 'bigint' ? String(value) : value)}
      {...props}
    />
  );
}

/** A value not to be read over one's shoulder; the eye button says what it shows. */
export function SecretInput(props: ComponentProps<typeof PasswordInput> & { label: string }) {
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': `Show ${props.label}` }} {...props} />;
}

interface SliderProps {
  label: string;
  value: number;
  /** The value as people read it; also what a screen reader says. */
  shown: string;
  unit?: string;
  range: { min: number; max: number; step: number };
  /** The two ends as people read them. */
  ends?: readonly [string, string];
  onChange(value: number): void;
}

/** A value between two ends, with the value written above and the ends below. */
export function Slider({ label, value, shown, unit, range, ends, onChange }: SliderProps) {
  const [low, high] = ends ?? [range.min.toLocaleString('en-US'), range.max.toLocaleString('en-US')];
  return (
    <div className="slider">
      <div className="slider-head">
        <span aria-hidden>{label}</span>
        <output>
          {shown}
          {unit && <small> {unit}</small>}
        </output>
      </div>
      <MantineSlider
        {...range}
        value={value}
        onChange={onChange}
        label={null}
        thumbLabel={label}
        thumbValueText={unit ? `${shown} ${unit}` : shown}
      />
      <div className="slider-ends" aria-hidden>
        <span>{low}</span>
        <span>{high}</span>
      </div>
    </div>
  );
}
