import { IconShare2 } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../../shared/ui/button/button';
import { copyText } from '../../../../shared/ui/copyable/copyable';

/** Hands the page's address to the device's own share sheet, or copies it where there is none. */
export function ShareLink({ name }: { name: string }) {
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
      <Button look="subtle" size="sm" icon={<IconShare2 size={18} aria-hidden />} onClick={() => void share()}>
        Share
      </Button>
      <span role="status" className="small">
        {said}
      </span>
    </>
  );
}
