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
import { PasswordInput, Slider as MantineSlider } from '@mantine/core';
import type { ComponentProps } from 'react';
import './inputs.css';

export { Checkbox, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';

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
