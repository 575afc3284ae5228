import { IconShare2 } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../ui/button/button';
import { copyText } from '../ui/copyable/copyable';

/** A property's address: to the device's own share sheet, or to the clipboard where there is none. */
export function Share({ property: { id, name } }: { property: { id: number; name: string } }) {
  const [said, setSaid] = useState('');
  const share = async () => {
    const url = `${location.origin}/properties/${id}`;
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
      <Button
        look="subtle"
        size="sm"
        aria-label={`Share ${name}`}
        icon={<IconShare2 size={18} aria-hidden />}
        onClick={() => void share()}
      >
        Share
      </Button>
    </>
  );
}
