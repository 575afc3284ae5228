import './keys.css';

/** Keys to press, one after the other. */
export const Keys = ({ keys }: { keys: readonly string[] }) => <span className="keys">{keys.map((key) => <kbd key={key}>{key}</kbd>)}</span>;
