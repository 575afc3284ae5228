import { IconShare2 } from '@tabler/icons-react';
import type { PropertyProfileView } from '@tknest/contracts/api';
import { useState } from 'react';
import { Button } from '../../../../shared/ui/button/button';
import { copyText } from '../../../../shared/ui/copyable/copyable';
import { WatchButton } from '../watch-button';

/** Hands on the page's address, and watches the property for who is signed in. */
export default function ShareAndWatch({ profile }: { profile: PropertyProfileView }) {
  return (
    <>
      <Share name={profile.name} />
      <WatchButton property={profile} />
    </>
  );
}

/** To the device's own share sheet, or to the clipboard where there is none. */
function Share({ name }: { name: string }) {
  const [said, setSaid] = useState('');
  const share = async () => {
    // Without what was searched or opened, which concerns nobody else.
    const url = `${location.origin}${location.pathname}`;
    setSaid('');
    if (typeof navigator.share !== 'function') return setSaid((await copyText(url)) ? 'Link copied' : `Copy ${url}`);
    // Whoever closes the sheet has decided; there is nothing to say.
    await navigator.share({ title: name, url }).catch(() => undefined);
  };
  return (
    <>
      <span role="status" className="small">
        {said}
      </span>
      <Button look="subtle" size="sm" icon={<IconShare2 size={18} aria-hidden />} onClick={() => void share()}>
        Share
      </Button>
    </>
  );
}
