import { IconCheck } from '@tabler/icons-react';
import style from './seal.module.css';

/** Beside the sentence that says what has come about. */
export const Seal = () => (
  <span className={style.seal} aria-hidden>
    <IconCheck size={28} />
  </span>
);
