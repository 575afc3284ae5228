import 'reflect-metadata';
import { expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { PLAIN_NAME_HELP } from '../src/rules/index.js';
import { PersonalInfo } from '../src/api/kyc-application.js';

/** What is said about a first name. */
const saidAbout = (firstName: string): string[] => {
  const faults = validateSync(plainToInstance(PersonalInfo, { firstName }));
  return Object.values(faults.find(({ property }) => property === 'firstName')?.constraints ?? {});
};

it('a name of a person has no control character, and none that turns the direction of what follows', () => {
  for (const sign of ['\n', '\u0000', '\u202E', '\u2066', '\u200F'])
    expect(saidAbout(`Eri${sign}ka`)).toContain(PLAIN_NAME_HELP);
  for (const name of ['Erika', 'Zoë-Marie', 'O’Neill']) expect(saidAbout(name)).toEqual([]);
});
