import { useAppDispatch } from '../store/store';
import { askToSign, FRESH_SIGNATURE_REQUIRED } from '../session/fresh-signature.slice';
import { toProblem, type ApiError } from './problem';

/** A file with the name given by the server, or the reason for the refusal. */
export type Fetched =
  { blob: Blob; name: string | undefined; refusal?: undefined } | { blob?: undefined; refusal: ApiError };

/** Fetches a complete file. @param href a URL of this platform */
export async function fetchFile(href: string): Promise<Fetched> {
  const answer = await fetch(href, { credentials: 'include' }).catch(() => null);
  if (!answer?.ok) return { refusal: await refusalOf(answer) };
  return answer.blob().then(
    (blob) => ({ blob, name: /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] }),
    async () => ({ refusal: await refusalOf(null) }),
  );
}

/** Why it failed. @param answer null if there was none */
export const refusalOf = async (answer: Response | null): Promise<ApiError> =>
  toProblem({ status: answer?.status ?? 'no answer', data: await answer?.json().catch(() => undefined) });

/** Repeats it after a new signature if the server requires a fresh one. */
export function useSigningAgain(): <T extends { refusal?: ApiError | undefined }>(get: () => Promise<T>) => Promise<T> {
  const dispatch = useAppDispatch();
  return async (get) => {
    const first = await get();
    if (first.refusal?.code !== FRESH_SIGNATURE_REQUIRED || !(await askToSign(dispatch, 'fresh'))) return first;
    return get();
  };
}
