import './keys.css';

const APPLE = /Mac|iPhone|iPad/.test(navigator.platform);
/** The key that goes with a letter for commands of the program, as this platform calls it. */
export const COMMAND = APPLE ? '⌘' : 'Ctrl';
export const COMMAND_K = APPLE ? '⌘K' : 'Ctrl K';

/** Keys to press, one after the other. */
export const Keys = ({ keys }: { keys: readonly string[] }) => (
  <span className="keys">
    {keys.map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
  </span>
);
