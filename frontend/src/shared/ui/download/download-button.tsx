import { IconDownload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { messageOf } from '../../api/problem';
import { useAppDispatch } from '../../store/store';
import { Button } from '../button/button';
import { showToast } from '../toast/toast.slice';

/**
 * Fetches a file and hands it over. A link would do the same, but a refusal (too many exports, a session that has
 * ended) would be saved as the file, or take the page's place.
 */
export function DownloadButton({
  href,
  name,
  children,
  failed = 'The export was refused',
  onDone,
}: {
  href: string;
  name: string;
  children: ReactNode;
  /** The notice's title where it did not come. */
  failed?: string;
  /** It was handed over. */
  onDone?(): void;
}) {
  const [busy, setBusy] = useState(false);
  const dispatch = useAppDispatch();
  const fetchIt = async () => {
    setBusy(true);
    try {
      const answer = await fetch(href, { credentials: 'include' });
      if (!answer.ok) throw await answer.json().catch(() => ({ status: answer.status, detail: answer.statusText }));
      save(await answer.blob(), name);
      onDone?.();
    } catch (error) {
      const text = messageOf(error, 'The server cannot be reached. Please check your connection.');
      dispatch(showToast({ title: failed, text, tone: 'bad' }));
    }
    setBusy(false);
  };
  return (
    <Button size="sm" busy={busy} icon={<IconDownload size={16} aria-hidden />} onClick={() => void fetchIt()}>
      {children}
    </Button>
  );
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
