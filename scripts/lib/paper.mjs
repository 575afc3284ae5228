/**
 * A PDF file of one page with these words, as small as the format allows; it uses the reader's own fonts.
 * @param {string} words in ASCII, without brackets
 * @returns {Buffer}
 */
export function pdfWith(words) {
  const drawing = `BT /F 36 Tf 40 700 Td (${words}) Tj ET\n0.8 g 40 400 300 200 re f`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const begins = objects.map((object, n) => {
    const at = text.length;
    text += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = begins.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(`${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${end}`, 'latin1');
}
