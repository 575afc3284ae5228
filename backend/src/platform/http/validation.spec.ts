import { expect, it } from '@jest/globals';
import { IsEmail } from 'class-validator';
import { ValidationPipe } from './validation.js';

class Asked {
  @IsEmail({}, { message: 'Invalid email' }) email!: string;
}

const transform = (value: unknown) => new ValidationPipe().transform(value, { type: 'body', metatype: Asked });

it.each([
  ['a NUL', 'a\0@example.com'],
  ['half of a surrogate pair', '\ud800'],
  ['its other half', 'a\udc00@example.com'],
])('text with %s is refused by name, whatever looks at it next', async (_, email) => {
  await expect(transform({ email })).rejects.toMatchObject({
    reason: 'invalid',
    message: expect.stringContaining('Text must not contain'),
  });
  await expect(transform({ email: 'a@example.com', [email]: 1 })).rejects.toMatchObject({ reason: 'invalid' });
});

it('whole pairs are text like any other', async () => {
  await expect(transform({ email: '😀@example' })).rejects.toMatchObject({ message: 'Invalid email' });
  expect(await transform({ email: 'a@example.com' })).toMatchObject({ email: 'a@example.com' });
});
