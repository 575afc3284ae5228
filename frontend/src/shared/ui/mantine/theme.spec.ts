import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { PHONE } from '../../use-phone';

const sheet = (name: string) => readFileSync(`frontend/src/shared/styles/${name}.css`, 'utf8');

it('the theme has no color of its own that is a token', () => {
  const tokens = sheet('tokens').match(/#[\da-f]{3,8}\b/g)!;
  const own = readFileSync('frontend/src/shared/ui/mantine/theme.ts', 'utf8').match(/#[\da-f]{3,8}\b/g)!;
  expect(own.filter((color) => tokens.includes(color))).toEqual([]);
});

it('the program and the styles mean the same by a phone', () => {
  expect(sheet('media')).toContain(`@custom-media --phone ${PHONE};`);
});
