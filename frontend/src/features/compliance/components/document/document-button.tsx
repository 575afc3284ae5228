import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { useSigningAgain, fetchFile } from '../../../../shared/api/fetch-file';
import { messageOf } from '../../../../shared/api/problem';
import { lazyPart } from '../../../../shared/lazy-part';
import { useAppDispatch } from '../../../../shared/store/store';
import { Button } from '../../../../shared/ui/button/button';
import { showToast } from '../../../../shared/ui/toast/toast.slice';

const DocumentViewer = lazyPart(() => import('./document-viewer'));

interface Props {
  href: string;
  /** File name of the download. */
  name: string;
  /** The title of the button and the dialog. */
  title: string;
  mediaType: string;
  /** Called once the server has sent the document. */
  onOpened?(): void;
}

/** Opens an uploaded document in a dialog. It is fetched once, because each request is recorded as a view. */
export function DocumentButton({ href, name, title, mediaType, onOpened }: Props) {
  const [busy, setBusy] = useState(false);
  const [blob, setBlob] = useState<Blob | null>(null);
  const signingAgain = useSigningAgain();
  const dispatch = useAppDispatch();
  const open = async () => {
    setBusy(true);
    const fetched = await signingAgain(() => fetchFile(href));
    setBusy(false);
    if (fetched.refusal) {
      const text = messageOf(fetched.refusal, 'Please try again.');
      return void dispatch(showToast({ title: 'The document can’t be opened', text, tone: 'bad' }));
    }
    setBlob(fetched.blob);
    onOpened?.();
  };
  return (
    <>
      <Button size="sm" busy={busy} icon={<IconEye size={16} aria-hidden />} onClick={() => void open()}>
        {title}
      </Button>
      {blob && (
        <DocumentViewer blob={blob} name={name} title={title} mediaType={mediaType} onClose={() => setBlob(null)} />
      )}
    </>
  );
}
