import { IconFlask } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import style from './recommendations.module.css';

/** Says at the top that the following data is made up. */
export function ExamplesNote({ title, children }: { title: string; children: ReactNode }) {
  return (
    <p className={style.examples}>
      <IconFlask size={20} aria-hidden />
      <span>
        <strong>{title}</strong> {children}
      </span>
    </p>
  );
}
