import { IconCheck } from '@tabler/icons-react';
import style from './seal.module.css';

/** A seal next to the sentence about the result. */
export const Seal = () => (
  <span className={style.seal} aria-hidden>
    <IconCheck size={28} />
  </span>
);
