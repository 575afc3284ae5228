import { useLocation, useNavigate } from 'react-router';
import { Button, ButtonLink } from '../../../shared/ui/button/button';
import { Scene } from '../../../shared/ui/scene/scene';
import { House } from '../../../shared/ui/wordmark/wordmark';
import { useSessionQuery } from '../../../shared/session/api';
import './dead-end.css';

/**
 * The page for unknown addresses: a street without lit windows, and links, because a visitor who followed a link has
 * nowhere to go back to.
 */
export function DeadEnd({ title, text }: { title: string; text: string }) {
  const { data: session } = useSessionQuery();
  const navigate = useNavigate();
  const cameFromHere = useLocation().key !== 'default';
  return (
    <Scene unlit within={Boolean(session?.walletAddress)}>
      <div className="dead-end">
        <House size={32} />
        <h1>{title}</h1>
        <p className="dim">{text}</p>
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
