import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { SINGLE_KEYS } from '../../shared/storage/keys';
import { useStored } from '../../shared/storage/stored-key';

/** Destinations of `g` plus a letter. */
export const GO_TO: readonly { key: string; to: string; label: string }[] = [
  { key: 'p', to: '/', label: 'Properties' },
  { key: 't', to: '/admin', label: 'Transactions' },
  { key: 'r', to: '/ai-recommendations', label: 'AI recommendations' },
  { key: 'l', to: '/landlord-payback', label: 'Loan payback' },
  { key: 'n', to: '/notifications', label: 'Notifications' },
  { key: 'a', to: '/audit', label: 'Replay' },
];

/** How long after `g` a letter counts, in milliseconds. */
const SEQUENCE_MS = 1_200;

const inField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
const dialogOpen = () => document.querySelector('[role="dialog"], dialog[open]') !== null;

/**
 * Moves focus to the next or previous row of the page's table, on the control that opens it, so that Enter activates
 * the control.
 */
function moveRow(step: 1 | -1): void {
  const controls = [
    ...document.querySelectorAll<HTMLElement>('main tr[data-opens] :is(button, a):last-of-type'),
  ].filter((control) => control.closest('td')?.matches(':last-child'));
  const at = controls.findIndex((control) => control.closest('tr')!.contains(document.activeElement));
  const next = controls[at === -1 ? (step === 1 ? 0 : controls.length - 1) : at + step];
  next?.focus();
  next?.closest('tr')?.scrollIntoView({ block: 'nearest' });
}

interface Keys {
  onPalette(): void;
  onHelp(): void;
  /** Takes what is typed meanwhile: the palette was asked for, and its field does not have the focus yet. */
  onTyped?: ((key: string) => void) | undefined;
}

/**
 * The keys of the shell: ⌘K / Ctrl K anywhere; single keys while no field has focus, no dialog is open, and they are
 * not switched off.
 */
export function useShortcuts({ onPalette, onHelp, onTyped }: Keys): void {
  const navigate = useNavigate();
  useEffect(() => {
    let afterG = 0;
    const pressed = (event: KeyboardEvent) => {
      const { key } = event;
      if (key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault();
        return onPalette();
      }
      const isAlone = !event.metaKey && !event.ctrlKey && !event.altKey;
      if (onTyped && !inField(event.target)) return void (isAlone && key.length === 1 && onTyped(key));
      if (event.defaultPrevented || !isAlone || !singleKeysOn() || inField(event.target) || dialogOpen()) return;
      const destination = event.timeStamp - afterG < SEQUENCE_MS ? GO_TO.find((one) => one.key === key) : undefined;
      afterG = key === 'g' ? event.timeStamp : 0;
      if (destination) return void navigate(destination.to);
      if (key === 'j' || key === 'k') return moveRow(key === 'j' ? 1 : -1);
      if (key !== '/' && key !== '?') return;
      event.preventDefault();
      if (key === '/') onPalette();
      else onHelp();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [navigate, onPalette, onHelp, onTyped]);
}

/**
 * Whether single-key shortcuts are on, on this device. Speech input and some assistive devices press keys
 * unintentionally (WCAG 2.1.4).
 */
export const singleKeysOn = (): boolean => SINGLE_KEYS.read() !== 'off';

export const switchSingleKeys = (on: boolean): void => SINGLE_KEYS.write(on ? null : 'off');

export const useSingleKeys = (): boolean => useStored(SINGLE_KEYS) !== 'off';
