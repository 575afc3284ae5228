import type { PropertyProfileView } from '@tknest/contracts/api';
import { Share } from '../../../../shared/properties/share';
import { WatchButton } from '../watch-button';

/** Hands on the page's address, and watches the property for who is signed in. */
export default function ShareAndWatch({ profile }: { profile: PropertyProfileView }) {
  return (
    <>
      <Share property={profile} />
      <WatchButton property={profile} />
    </>
  );
}
