import type { Command } from '../request.js';
import { randomBytes } from 'node:crypto';
import { toHex } from '../../codec/hash.js';

/** ping: proof of life. Every client of a stand-alone node is its administrator. */
export const ping: Command = () => ({ role: 'admin' });

/** random: 256 random bits for clients that have none of their own. */
export const random: Command = () => ({ random: toHex(randomBytes(32)) });
