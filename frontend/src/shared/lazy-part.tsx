import { lazy, Suspense, useState, type ComponentType } from 'react';
import type { Dispatch } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import { Boundary } from './ui/states/boundary';
import { showToast } from './ui/toast/toast.slice';

/** Says that a part, which is loaded when it is opened, did not come. */
export const showPartFailed = (dispatch: Dispatch): unknown =>
  dispatch(
    showToast({ title: 'This part did not load', text: 'Nothing was lost. Try again in a moment.', tone: 'bad' }),
  );

/**
 * A drawer or dialog with a chunk that is loaded when it is opened. If loading or rendering fails, the page under it
 * stays: it closes with a message, and the chunk is requested again the next time.
 */
export function lazyPart<Props extends { onClose(): void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let part: ComponentType<Props> | undefined;
  return function LazyPart(props: Props) {
    const dispatch = useDispatch();
    const [Part] = useState(() => (part ??= lazy(load) as ComponentType<Props>));
    const failed = () => {
      part = undefined;
      showPartFailed(dispatch);
      props.onClose();
    };
    return (
      <Boundary failed={() => null} onFailed={failed}>
        <Suspense fallback={<span aria-busy="true" />}>
          <Part {...props} />
        </Suspense>
      </Boundary>
    );
  };
}
