import style from './keys.module.css';

const APPLE = /Mac|iPhone|iPad/.test(navigator.platform);
/** The modifier key for commands, as named on this platform. */
export const COMMAND = APPLE ? '⌘' : 'Ctrl';
export const COMMAND_K = APPLE ? '⌘K' : 'Ctrl K';

/** Keys to press in order. */
export const Keys = ({ keys }: { keys: readonly string[] }) => (
  <span className={style.keys}>
    {keys.map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
  </span>
);
