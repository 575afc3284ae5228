import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { show } from '../../../../test/render';
import { calls, problem, serve, session } from '../../../../test/server';
import { DownloadButton } from './download-button';

const HREF = '/api/admin/all-transactions/export.csv?status=all';
let followed: string[] = [];
beforeEach(() => {
  followed = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(this.getAttribute('href')!);
  });
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});
const open = (answers: object) => {
  serve({ 'GET /api/session': session({ userRole: 'admin' }), ...answers });
  return show(
    <DownloadButton large href={HREF} name="transactions.csv">
      Export
    </DownloadButton>,
  );
};
const EXPORT = '/api/admin/all-transactions/export.csv';

describe('an export of any size', () => {
  it('is fetched by the browser itself, and none of it by the page', async () => {
    const { user } = open({ [`HEAD ${EXPORT}`]: new Response() });
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(followed).toEqual([HREF]));
    expect(calls.filter(({ path }) => path === EXPORT).map(({ method }) => method)).toEqual(['HEAD']);
  });
  it('that is refused is said in the server’s words, and takes nobody to another page', async () => {
    const refused = () => problem(429, 'Too many attempts. Please wait 12 seconds.');
    const { user } = open({ [`HEAD ${EXPORT}`]: refused, [`GET ${EXPORT}`]: refused });
    await user.click(screen.getByRole('button', { name: 'Export' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts. Please wait 12 seconds.');
    expect(followed).toEqual([]);
  });
});

it('a file has the name that the server gives it: what is too long for one comes as an archive', async () => {
  const saved: string[] = [];
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const headers = { 'Content-Disposition': 'attachment; filename="statement-2026-csv.zip"' };
  serve({
    'GET /api/session': session(),
    'GET /api/statements/2026': () => new Response('PK', { headers }),
    'GET /api/statements/2025': () => new Response('Date'),
  });
  const { user } = show(
    ['2026', '2025'].map((year) => (
      <DownloadButton key={year} href={`/api/statements/${year}?format=csv`} name={`statement-${year}.csv`}>
        {year}
      </DownloadButton>
    )),
  );
  for (const name of ['2026', '2025']) await user.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(saved).toEqual(['statement-2026-csv.zip', 'statement-2025.csv']));
});
