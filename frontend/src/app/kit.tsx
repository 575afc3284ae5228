import '../shared/styles/mono.css';
import type { PropsWithChildren } from 'react';
import { lazyPart } from '../shared/lazy-part';
import { answerSignature } from '../shared/session/fresh-signature.slice';
import { useAppDispatch, useAppSelector } from '../shared/store/store';
import { Toasts } from '../shared/ui/toast/toasts';
import './pages.css';
import './widgets.css';

const SignAgain = lazyPart(() => import('./sign-again'));

/**
 * The styles of pages with widgets, and their notices. Lazy, because the access code page and the landing page use
 * only native elements without notices. The bundler orders the modules of a file by name where nothing else does: under
 * this name, these styles come before those of `shared/ui` and of the shell, which refine them.
 */
export default function Widgets({ children }: PropsWithChildren) {
  return (
    <>
      {children}
      <SignInPlace />
      <Toasts />
    </>
  );
}

/** Shown over any page on which a call was refused until the user signs in again. */
function SignInPlace() {
  const asked = useAppSelector(({ freshSignature }) => freshSignature.asked);
  const dispatch = useAppDispatch();
  return asked && <SignAgain onClose={() => answerSignature(dispatch, false)} />;
}
