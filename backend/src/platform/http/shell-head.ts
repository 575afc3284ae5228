import type { PageHead } from './page-heads.js';

const TITLE_MAX = 70;
const DESCRIPTION_MAX = 200;
/**
 * Invisible characters, and those that change the text direction: a name must not rewrite a page. Joiners stay, because
 * some languages need them.
 */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** One line of plain text, cut at a number of characters. */
export function plainLine(text: string, most: number): string {
  const line = [...text.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()];
  return line.length <= most
    ? line.join('')
    : `${line
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign]!);

/**
 * The shell with a page's own title and description, for readers without JavaScript. Users' text is escaped; scripts
 * are not changed, so the content security policy's digests stay valid.
 */
export function withHead(shell: string, { title, description, address, picture }: PageHead): string {
  const [name, text] = [
    escaped(`${plainLine(title, TITLE_MAX)} · Tknest`),
    escaped(plainLine(description, DESCRIPTION_MAX)),
  ];
  const tags = [
    `<title>${name}</title>`,
    `<meta name="description" content="${text}" />`,
    '<meta property="og:type" content="website" />',
    '<meta property="og:site_name" content="Tknest" />',
    `<meta property="og:title" content="${name}" />`,
    `<meta property="og:description" content="${text}" />`,
    `<meta property="og:url" content="${escaped(address)}" />`,
    `<meta property="og:image" content="${escaped(picture.address)}" />`,
    '<meta property="og:image:type" content="image/png" />',
    `<meta property="og:image:width" content="${picture.width}" />`,
    `<meta property="og:image:height" content="${picture.height}" />`,
    `<meta property="og:image:alt" content="${escaped(plainLine(picture.alt, DESCRIPTION_MAX))}" />`,
    '<meta name="twitter:card" content="summary_large_image" />',
    `<link rel="canonical" href="${escaped(address)}" />`,
  ];
  return shell
    .replace(/\s*<meta name="description"[^>]*>/, '')
    .replace(/<title>[^<]*<\/title>/, () => tags.join('\n    '));
}

/** The shell if visitors must enter an access code first: search engines must not index anything behind it. */
export const unlisted = (shell: string): string =>
  shell.replace(/<title>/, () => '<meta name="robots" content="noindex" />\n    <title>');
