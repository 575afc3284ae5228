import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import style from './step-mark.module.css';

const ICONS = { done: IconCheck, bad: IconX, waits: IconClock, now: null, later: null };

/** The mark before a step: its number, or its outcome. The text next to it says the same. */
export function StepMark({ state, number }: { state: keyof typeof ICONS; number: number }) {
  const Icon = ICONS[state];
  return (
    <b className={style.mark} data-state={state} aria-hidden>
      {Icon ? <Icon size={16} /> : number}
    </b>
  );
}
