import { IconHourglassEmpty } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import style from './waiting.module.css';

/** Who is waited for, and how long. @param props.live whether changes are announced */
export function Waiting({ live, children }: { live?: boolean; children: ReactNode }) {
  return (
    <p className={style.waiting}>
      <IconHourglassEmpty size={18} aria-hidden />
      <span role={live ? 'status' : undefined}>{children}</span>
    </p>
  );
}
