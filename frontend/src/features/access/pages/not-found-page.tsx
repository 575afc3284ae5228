import { useLocation, useNavigate } from 'react-router';
import { useSessionQuery } from '../../../shared/session/api';
import { Button, ButtonLink } from '../../../shared/ui/button/button';
import { Scene } from '../../../shared/ui/scene/scene';
import { House } from '../../../shared/ui/wordmark/wordmark';
import { useTitle } from '../../../shared/use-title';
import style from './not-found-page.module.css';

/**
 * 404, for any unknown address (REQ-1.2.55): a street without a lit window, and links. A visitor who followed a link
 * has nowhere to go back to.
 */
export default function NotFoundPage() {
  useTitle('404: Page not found');
  const { data: session } = useSessionQuery();
  const navigate = useNavigate();
  const cameFromHere = useLocation().key !== 'default';
  return (
    <Scene unlit within={Boolean(session?.walletAddress)}>
      <div className={style.deadEnd}>
        <House size={32} />
        <h1>Page not found</h1>
        <p className="dim">
          There is no page at this address (404). It may have moved, or the link has a typing error.
        </p>
        <div className="row">
          <ButtonLink to="/" look="filled">
            Go to the home page
          </ButtonLink>
          {cameFromHere && <Button onClick={() => void navigate(-1)}>Back</Button>}
        </div>
      </div>
    </Scene>
  );
}
