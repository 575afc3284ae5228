import { randomBytes } from 'node:crypto';
import { toHex } from '../../codec/hash.js';
import type { Command } from '../request.js';

/** random: 256 random bits for clients that have none of their own. */
export const random: Command = () => ({ random: toHex(randomBytes(32)) });
