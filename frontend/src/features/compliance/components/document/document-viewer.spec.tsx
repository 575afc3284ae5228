import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { show } from '../../../../../test/render';
import { problem, serve, session } from '../../../../../test/server';
import { DocumentButton } from './document-button';
import DocumentViewer from './document-viewer';
import { scaleOf, SIDE_MAX, type Drawing } from './drawing';

afterEach(cleanup);

const drawingOfPages = (pages: number, more: Partial<Drawing> = {}): Drawing => ({
  pages,
  draw: jest.fn(async () => undefined),
  wordsOf: async (page) => `Words of page ${page}`,
  close: jest.fn(),
  ...more,
});
function open(drawing: Drawing | Error) {
  const onClose = jest.fn();
  const read = async () => {
    if (drawing instanceof Error) throw drawing;
    return drawing;
  };
  const blob = new Blob(['x'], { type: 'application/pdf' });
  const shown = show(
    <DocumentViewer
      blob={blob}
      name="a.pdf"
      title="Address proof"
      mediaType="application/pdf"
      onClose={onClose}
      read={read}
    />,
  );
  return { ...shown, onClose };
}
const drawn = (drawing: Drawing) =>
  (drawing.draw as jest.Mock<Drawing['draw']>).mock.calls.map(([, page, width, turned]) => [page, width, turned]);

describe('a document in a viewer', () => {
  it('is shown page by page, with the words of each', async () => {
    const drawing = drawingOfPages(2);
    const { user } = open(drawing);
    expect(await screen.findByRole('img', { name: 'Address proof, page 1 of 2' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Previous page' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByRole('img', { name: 'Address proof, page 2 of 2' })).toBeInTheDocument();
    expect(await screen.findByText('Words of page 2')).toBeInTheDocument();
    expect(screen.queryByText('Words of page 1')).toBeNull();
    expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled();
  });
  it('is enlarged and turned, all the way around', async () => {
    const drawing = drawingOfPages(1);
    const { user } = open(drawing);
    await user.click(await screen.findByRole('button', { name: 'Zoom in' }));
    for (let turn = 0; turn < 4; turn++) await user.click(screen.getByRole('button', { name: 'Turn right' }));
    expect(drawn(drawing)).toEqual([
      [1, 560, 0],
      [1, 840, 0],
      [1, 840, 90],
      [1, 840, 180],
      [1, 840, 270],
      [1, 840, 0],
    ]);
    expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull();
  });
  it('that cannot be read says so, and can still be downloaded', async () => {
    const saved: string[] = [];
    URL.createObjectURL = () => 'blob:saved';
    URL.revokeObjectURL = () => undefined;
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const { user } = open(new Error('Invalid PDF structure'));
    expect(await screen.findByText(/can’t be shown/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Download' }));
    expect(saved).toEqual(['a.pdf']);
    click.mockRestore();
  });
  it('of which a page breaks while it is drawn says so too', async () => {
    open(drawingOfPages(3, { draw: async () => Promise.reject(new Error('broken page')) }));
    expect(await screen.findByText(/can’t be shown/)).toBeInTheDocument();
  });
  it('is let go of when the dialog closes', async () => {
    const drawing = drawingOfPages(1);
    const { unmount } = open(drawing);
    await screen.findByRole('img', { name: 'Address proof' });
    unmount();
    expect(drawing.close).toHaveBeenCalledTimes(1);
  });
  it('is never drawn larger than a limit, whatever size a page claims to have', () => {
    expect(scaleOf({ width: 612, height: 792 }, 1_224)).toBe(2);
    const claimed = { width: 10, height: 1_000_000 };
    expect(claimed.height * scaleOf(claimed, 560)).toBeCloseTo(SIDE_MAX);
  });
});

describe('the button of a document', () => {
  it('says why the server hands nothing over, and opens nothing', async () => {
    serve({ 'GET /api/session': session(), 'GET /api/doc': problem(409, 'This document is still being checked') });
    const onOpened = jest.fn();
    const { user } = show(
      <DocumentButton href="/api/doc" name="a.pdf" title="ID document" mediaType="image/png" onOpened={onOpened} />,
    );
    await user.click(screen.getByRole('button', { name: 'ID document' }));
    expect(await screen.findByText('This document is still being checked')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'ID document' })).not.toHaveAttribute('aria-busy'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(onOpened).not.toHaveBeenCalled();
  });
});
