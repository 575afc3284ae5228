import { IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Shown as State } from '../../api/use-shown';
import { isRefusal } from '../../api/problem';
import { Spoken } from '../live/live';
import { Failed } from '../states/states';
import style from './shown.module.css';

interface Props<T> {
  of: State<T>;
  /** Subject of the sentence if loading fails, such as "The cases". */
  what: string;
  /** The skeleton, in the shape of the final content. */
  skeleton: ReactNode;
  /** Whether the answer is empty, and what to show then. */
  empty?: readonly [is: (data: T) => boolean, shown: ReactNode];
  /** The action offered if the request itself was refused. */
  wayOut?: ReactNode;
  /** Another part of the page already shows the age of the data. */
  quiet?: boolean;
  children(data: T): ReactNode;
}

/** Shows a query: its skeleton, its error, its empty state or its data. */
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
