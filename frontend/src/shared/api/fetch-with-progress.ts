/**
 * The browser's fetch does not report upload progress; XMLHttpRequest does. Without it, no progress is reported.
 * @param onProgress 0 to 1, while the body is sent
 */
export function fetchWithProgress(onProgress: (share: number) => void): typeof fetch {
  if (typeof XMLHttpRequest === 'undefined') return (input, init) => fetch(input, init);
  return async (input, init) => {
    const request = new Request(input, init);
    const body = await request.blob();
    return new Promise<Response>((resolve, reject) => {
      const way = new XMLHttpRequest();
      way.open(request.method, request.url);
      way.withCredentials = request.credentials === 'include';
      request.headers.forEach((value, name) => way.setRequestHeader(name, value));
      way.upload.onprogress = ({ loaded, total }) => total > 0 && onProgress(loaded / total);
      way.onload = () =>
        resolve(new Response(way.responseText || null, { status: way.status, headers: headersOf(way) }));
      way.onerror = way.ontimeout = way.onabort = () => reject(new TypeError('Failed to fetch'));
      request.signal.addEventListener('abort', () => way.abort());
      way.send(body);
    });
  };
}

function headersOf(way: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of way
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
