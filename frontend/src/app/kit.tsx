import '@fontsource-variable/geist-mono';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import { MantineProvider } from '@mantine/core';
import type { PropsWithChildren } from 'react';
import { lazyPart } from '../shared/lazy-part';
import { useScheme } from '../shared/scheme/scheme';
import { answerSignature } from '../shared/session/fresh-signature.slice';
import { useAppDispatch, useAppSelector } from '../shared/store/store';
import { Toasts } from '../shared/ui/toast/toasts';
import { cssVariables, theme } from './theme';
import './pages.css';
import './widgets.css';

const SignAgain = lazyPart(() => import('./sign-again'));

/**
 * The provider for pages with widgets, and their notices. Lazy, because the access code page and the landing page use
 * only native elements without notices. The bundler orders the modules of a file by name where nothing else does: under
 * this name, these styles come before those of `shared/ui` and of the shell, which refine them.
 */
export default function Widgets({ children }: PropsWithChildren) {
  const { shown } = useScheme();
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme={shown}>
      {children}
      <SignInPlace />
      <Toasts />
    </MantineProvider>
  );
}

/** Shown over any page on which a call was refused until the user signs in again. */
function SignInPlace() {
  const asked = useAppSelector(({ freshSignature }) => freshSignature.asked);
  const dispatch = useAppDispatch();
  return asked && <SignAgain onClose={() => answerSignature(dispatch, false)} />;
}
