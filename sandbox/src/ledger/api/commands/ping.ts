import type { Command } from '../request.js';

/** ping: proof of life. Every client of a stand-alone node is its administrator. */
export const ping: Command = () => ({ role: 'admin' });
