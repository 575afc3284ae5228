import { useLocation } from 'react-router';
import { signInFrom } from '../../../shared/session/sign-in-link';
import { ButtonLink } from '../../../shared/ui/button/button';
import { Empty } from '../../../shared/ui/states/states';

/** Shown to visitors: sign in to see your own figures. */
export function SignIn({ text }: { text: string }) {
  const location = useLocation();
  return (
    <div className="card">
      <Empty
        title="Sign in to see this"
        text={text}
        action={
          <ButtonLink to={signInFrom(location)} look="filled">
            Connect Wallet
          </ButtonLink>
        }
      />
    </div>
  );
}
