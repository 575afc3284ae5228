/** The inputs of our forms: Mantine's, each with the styles and the theme it needs. */
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import '@mantine/core/styles/Slider.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import {
  Checkbox as MantineCheckbox,
  NumberInput as MantineNumberInput,
  PasswordInput as MantinePasswordInput,
  Slider as MantineSlider,
  Switch as MantineSwitch,
  Textarea as MantineTextarea,
  TextInput as MantineTextInput,
} from '@mantine/core';
import {
  useId,
  useRef,
  useState,
  type ComponentProps,
  type InputEvent,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import { themed } from '../mantine/themed';
import './inputs.css';

export const Checkbox = themed(MantineCheckbox);
export const Switch = themed(MantineSwitch);
export const Textarea = themed(MantineTextarea);
export const TextInput = themed(MantineTextInput);
const NumberInput = themed(MantineNumberInput);
const PasswordInput = themed(MantinePasswordInput);
const ThemedSlider = themed(MantineSlider);

/** More digits are not valid amounts, and numbers beyond this are no longer exact. */
const MOST_DIGITS = 15;
const PLAUSIBLE = /^\s*[-$]*[\d,]*\.?\d*\s*(RLUSD)?\s*$/;
/** Commas are only accepted between groups of three digits: `12,50` is not 1,250. */
const GROUPED = /^\D*(\d{1,3}(,\d{3})+|\d*)(\.\d*)?\D*$/;
const digitsOf = (text: string) => text.replace(/\D/g, '');

/**
 * A number in US notation, `2,500.50`. A comma is accepted only between groups of thousands, because other countries
 * use it as the decimal separator. A minus or a fraction stays in the field, to be refused with a message. Other
 * characters are rejected, whether typed, pasted or dropped, and the field says so until it loses focus, so that `1e9`
 * never silently becomes 19.
 */
export function NumberField({
  onChange,
  onBlur,
  error,
  ...props
}: Omit<ComponentProps<typeof NumberInput>, 'onChange'> & { onChange?(value: number | string): void }) {
  const [refused, setRefused] = useState('');
  /** A number that was cleared because its comma did not group thousands. */
  const [misgrouped, setMisgrouped] = useState('');
  /** Digits before the last typed comma. */
  const beforeComma = useRef<number | null>(null);
  /** The ignored characters that Enter has stopped at. */
  const seen = useRef('');
  const isFigure = (text: string): boolean => {
    const fine = PLAUSIBLE.test(text);
    if (fine) return true;
    seen.current = '';
    setRefused(text.trim().slice(0, 20));
    return false;
  };
  /** The field drops input that is not a number. Typing the first digit starts a new number. */
  const typed = ({ currentTarget, nativeEvent }: InputEvent<HTMLInputElement>) => {
    const { value, selectionStart } = currentTarget;
    if (nativeEvent.data === ',') beforeComma.current = digitsOf(value.slice(0, selectionStart!)).length;
    else if (digitsOf(value).length < (beforeComma.current ?? 0)) beforeComma.current = null;
    setMisgrouped('');
    if (isFigure(nativeEvent.data ?? '') && currentTarget.value.replace(/\D/g, '').length < 2) setRefused('');
  };
  /** Pasted or dropped text: the field would extract the digits from anything. */
  const brought = (event: SyntheticEvent, text: string) => {
    setMisgrouped('');
    if (!isFigure(text)) return event.preventDefault();
    setRefused('');
    if (GROUPED.test(text)) return;
    setMisgrouped(text.trim());
    event.preventDefault();
  };
  /** Once the number is complete it is known what its comma meant. */
  const completed = (value: string) => {
    const [before, digits] = [beforeComma.current, digitsOf(value.replace(/\..*/s, ''))];
    beforeComma.current = null;
    if (before === null || (digits.length - before) % 3 === 0) return;
    setMisgrouped(`${digits.slice(0, before)},${digits.slice(before)}`);
    onChange?.('');
  };
  /** Enter submits the form without leaving the field. After ignored characters it only does so when pressed again. */
  const entered = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    completed(event.currentTarget.value);
    if (!refused || seen.current === refused) return;
    seen.current = refused;
    event.preventDefault();
  };
  const message = misgrouped
    ? `“${misgrouped}” was cleared. Write cents with a point, like 12.50; commas are added for you.`
    : refused && `Numbers only. “${refused}” was ignored.`;
  return (
    <NumberInput
      thousandSeparator=","
      allowedDecimalSeparators={['.']}
      clampBehavior="none"
      isAllowed={({ value }) => value.replace(/\D/g, '').length <= MOST_DIGITS}
      error={message || error}
      errorProps={{ role: message ? 'alert' : undefined }}
      onInput={typed}
      onPaste={(event) => brought(event, event.clipboardData.getData('text'))}
      onDrop={(event) => brought(event, event.dataTransfer.getData('text'))}
      onBlur={(event) => {
        setRefused('');
        completed(event.currentTarget.value);
        onBlur?.(event);
      }}
      onKeyDown={entered}
      onChange={(value) => onChange?.(typeof value === 'bigint' ? String(value) : value)}
      {...props}
    />
  );
}

/** A masked value; the eye button reveals it. */
export function SecretInput(props: ComponentProps<typeof PasswordInput> & { label: string }) {
  return (
    <PasswordInput visibilityToggleButtonProps={{ 'aria-label': `Show ${props.label}`, tabIndex: 0 }} {...props} />
  );
}

interface SliderProps {
  label: string;
  value: number;
  /** The value as display text, also for screen readers. */
  shown: string;
  unit?: string;
  range: { min: number; max: number; step: number };
  /** The two ends as display text. */
  ends?: readonly [string, string];
  /** A sentence below. */
  hint?: ReactNode;
  onChange(value: number): void;
}

/** The next step in the thumb's direction: from a value between two steps, a key press moves to a step. */
function onStep(next: number, before: number, { min, max, step }: SliderProps['range']): number {
  const steps = (next - min) / step;
  if (next === min || next === max || Math.abs(steps - Math.round(steps)) < 1e-6) return next;
  return min + (next > before ? Math.floor(steps) : Math.ceil(steps)) * step;
}

/** A value between two ends, written above, with the ends below. It may be between two steps until it is moved. */
export function Slider({ label, value, shown, unit, range, ends, hint, onChange }: SliderProps) {
  const id = useId();
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
      <ThemedSlider
        {...range}
        value={value}
        onChange={(next) => onChange(onStep(next, value, range))}
        label={null}
        thumbLabel={label}
        thumbProps={hint ? { 'aria-describedby': id } : undefined}
        thumbValueText={unit ? `${shown} ${unit}` : shown}
      />
      <div className="slider-ends" aria-hidden>
        <span>{low}</span>
        <span>{high}</span>
      </div>
      {hint && (
        <p id={id} className="small dim">
          {hint}
        </p>
      )}
    </div>
  );
}
