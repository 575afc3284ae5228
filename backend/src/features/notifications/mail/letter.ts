import type { NoticeTopic, NotificationKind } from '@tknest/contracts/api';
import { WORDS, type Reader, type ToldRow } from '../words/index.js';

/** Bystanders and server logs see subjects, so they name no amount, no property and no person. */
const SUBJECTS: Record<NoticeTopic, string> = {
  payments: 'News about a payment',
  rent: 'News about your rent',
  properties: 'News about a property',
  verification: 'News about your verification',
  office: 'A task for the office',
};

/** Only the platform's text gets lines of its own: a property's name, which somebody chose, cannot begin one. */
const inOneLine = (words: string): string => words.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();

/** A notice as a mail. */
export function letterOf(row: ToldRow, reader: Reader, publicUrl: string): { subject: string; text: string } {
  const { topic, title, text, link } = WORDS[row.kind as NotificationKind];
  const lines = [
    `${inOneLine(title(row))}.`,
    '',
    inOneLine(text(row)),
    '',
    `${publicUrl}${link(row, reader)}`,
    '',
    '--',
    'You asked for emails on this topic. To change that, open your notifications and choose "Notification settings":',
    `${publicUrl}/notifications`,
  ];
  return { subject: `Tknest: ${SUBJECTS[topic]}`, text: lines.join('\n') };
}
