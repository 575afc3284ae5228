import { IconDownload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { messageOf, toProblem, type ApiError } from '../../api/problem';
import { askToSign, FRESH_SIGNATURE_REQUIRED } from '../../session/fresh-signature.slice';
import { useAppDispatch } from '../../store/store';
import { Button } from '../button/button';
import { showToast } from '../toast/toast.slice';

interface Props {
  href: string;
  name: string;
  /** Of any size: the browser writes it to disk while it comes, and none of it passes through the page's memory. */
  large?: boolean;
  children: ReactNode;
  /** The notice's title where it did not come. */
  failed?: string;
  /** It was handed over. */
  onDone?(): void;
}

/**
 * Fetches a file and hands it over. A link alone would do the same, but a refusal (too many exports, a session that has
 * ended) would be saved as the file, or take the page's place: so it is asked first whether the file may be had.
 */
export function DownloadButton({
  href,
  name,
  large = false,
  children,
  failed = 'The export was refused',
  onDone,
}: Props) {
  const [busy, setBusy] = useState(false);
  const dispatch = useAppDispatch();
  const get = large ? askThenLink : fetchWhole;
  const fetchIt = async () => {
    setBusy(true);
    let refusal = await get(href, name);
    if (refusal?.code === FRESH_SIGNATURE_REQUIRED && (await askToSign(dispatch, 'fresh')))
      refusal = await get(href, name);
    if (refusal) dispatch(showToast({ title: failed, text: messageOf(refusal, 'Please try again.'), tone: 'bad' }));
    else onDone?.();
    setBusy(false);
  };
  return (
    <Button size="sm" busy={busy} icon={<IconDownload size={16} aria-hidden />} onClick={() => void fetchIt()}>
      {children}
    </Button>
  );
}

/** @returns why it was refused */
async function fetchWhole(href: string, name: string): Promise<ApiError | null> {
  const answer = await fetch(href, { credentials: 'include' }).catch(() => null);
  if (!answer?.ok) return refusalOf(answer);
  const url = URL.createObjectURL(await answer.blob());
  follow(url, name);
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return null;
}

/** The answer to HEAD has no words: those of a refusal are fetched. @returns why it was refused */
async function askThenLink(href: string, name: string): Promise<ApiError | null> {
  const may = await fetch(href, { method: 'HEAD', credentials: 'include' }).catch(() => null);
  if (!may?.ok) {
    const answer = may && (await fetch(href, { credentials: 'include' }).catch(() => null));
    if (!answer?.ok) return refusalOf(answer);
    await answer.body?.cancel();
  }
  follow(href, name);
  return null;
}

const refusalOf = async (answer: Response | null): Promise<ApiError> =>
  toProblem({ status: answer?.status ?? 'no answer', data: await answer?.json().catch(() => undefined) });

const follow = (href: string, name: string) =>
  Object.assign(document.createElement('a'), { href, download: name }).click();
