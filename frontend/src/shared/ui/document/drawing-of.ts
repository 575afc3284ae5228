import { scaleOf, type Drawing } from './drawing';

/** @param mediaType as determined by the server @throws if the file cannot be read */
export async function drawingOf(blob: Blob, mediaType: string): Promise<Drawing> {
  if (mediaType !== 'application/pdf') return pictureOf(await createImageBitmap(blob));
  const { pdfOf } = await import('./pdf');
  return pdfOf(new Uint8Array(await blob.arrayBuffer()));
}

function pictureOf(bitmap: ImageBitmap): Drawing {
  return {
    pages: 1,
    draw: async (canvas, _page, wanted, turned) => {
      const across = turned % 180 !== 0;
      const size = across
        ? { width: bitmap.height, height: bitmap.width }
        : { width: bitmap.width, height: bitmap.height };
      const scale = scaleOf(size, wanted);
      canvas.width = Math.max(1, Math.round(size.width * scale));
      canvas.height = Math.max(1, Math.round(size.height * scale));
      const context = canvas.getContext('2d')!;
      context.translate(canvas.width / 2, canvas.height / 2);
      context.rotate((turned * Math.PI) / 180);
      context.scale(scale, scale);
      context.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
    },
    wordsOf: async () => '',
    close: () => bitmap.close(),
  };
}
