import { IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Shown as State } from '../../api/use-shown';
import { isRefusal } from '../../api/problem';
import { Spoken } from '../live/live';
import { Failed } from '../states/states';
import style from './shown.module.css';

interface Props<T> {
  of: State<T>;
  /** What it is, for the sentence that says that it did not load: "The cases". */
  what: string;
  /** Of the final shape. */
  skeleton: ReactNode;
  /** Whether there is nothing, and what stands there then. */
  empty?: readonly [is: (data: T) => boolean, shown: ReactNode];
  /** The way out where the question itself was refused. */
  wayOut?: ReactNode;
  /** Somebody else on the page says already how old it is. */
  quiet?: boolean;
  children(data: T): ReactNode;
}

/** What stands in the place of an answer: its skeleton, why it did not come, that there is nothing, or the answer. */
export function Shown<T>({ of, what, skeleton, empty, wayOut, quiet, children }: Props<T>) {
  const { data, error, stale, retry } = of;
  if (data === undefined)
    return error ? (
      <Failed error={error} retry={retry} what={what} action={isRefusal(error) ? wayOut : undefined} />
    ) : (
      <div aria-busy="true">
        <span className="sr-only">Loading</span>
        {skeleton}
      </div>
    );
  return (
    <>
      {stale && !quiet && (
        <Spoken className={`small ${style.stale}`}>
          <IconCloudOff size={16} aria-hidden />
          Couldn’t refresh. Showing the last loaded data.
        </Spoken>
      )}
      {empty?.[0](data) ? empty[1] : children(data)}
    </>
  );
}
