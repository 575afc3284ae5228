import type { Command } from '../request.js';

/** version: the API versions this server speaks, told in each version's own way. */
export const version: Command = ({ apiVersion }) => ({
  version: apiVersion === 1 ? { first: '1.0.0', good: '1.0.0', last: '1.0.0' } : { first: 1, last: 2 },
});
