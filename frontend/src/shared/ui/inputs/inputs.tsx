/** The inputs of our forms: Mantine's, each together with the styles it needs. They stand inside the provider of `app/widgets`. */
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
import type { ClipboardEvent, ComponentProps } from 'react';
import './inputs.css';

export { Checkbox, Select, Switch, Textarea, TextInput } from '@mantine/core';

/** Figures of more digits are no amounts, and beyond them a number is no longer exact. */
const MOST_DIGITS = 15;
const PLAUSIBLE = /^\s*[-$]*[\d,]*\.?\d*\s*(RLUSD)?\s*$/;

/**
 * A figure as people write it, `2,500.50`. Nothing that is typed turns into another figure: a comma groups, only a point divides, and a minus or
 * a fraction stays in the field, to be refused in words. What is pasted and is no figure is not taken.
 */
export function NumberField({ onChange, ...props }: Omit<ComponentProps<typeof NumberInput>, 'onChange'> & { onChange?(value: number | string): void }) {
  const refuseNoise = (event: ClipboardEvent<HTMLInputElement>) => {
    if (!PLAUSIBLE.test(event.clipboardData.getData('text'))) event.preventDefault();
  };
  return <NumberInput thousandSeparator="," allowedDecimalSeparators={['.']} clampBehavior="none" isAllowed={({ value }) => value.replace(/\D/g, '').length <= MOST_DIGITS} onPaste={refuseNoise} onChange={(value) => onChange?.(typeof value === 'bigint' ? String(value) : value)} {...props} />;
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
      <div className="slider-head"><span aria-hidden>{label}</span><output>{shown}{unit && <small> {unit}</small>}</output></div>
      <MantineSlider {...range} value={value} onChange={onChange} label={null} thumbLabel={label} thumbValueText={unit ? `${shown} ${unit}` : shown} />
      <div className="slider-ends" aria-hidden><span>{low}</span><span>{high}</span></div>
    </div>
  );
}
