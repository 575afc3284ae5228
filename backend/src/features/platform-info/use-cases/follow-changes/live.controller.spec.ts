import { expect, it } from '@jest/globals';
import type { Session } from '#platform/sessions/session.js';
import { LiveController } from './live.controller.js';

it('streams of strangers are counted by the network of one subscriber, those of a session by its wallet', () => {
  const people: string[] = [];
  const controller = new LiveController({ stream: (person: string) => void people.push(person) } as never);
  const open = (ip: string, session: Session | null = null) =>
    controller.stream(session, {}, { ip } as never, undefined as never);
  open('2001:db8:0:1::1');
  open('2001:db8:0:1:ffff::2');
  open('192.0.2.1');
  open('192.0.2.2');
  open('192.0.2.2', { wallet: 'rHolder' } as Session);
  expect(people[0]).toBe(people[1]);
  expect(new Set(people).size).toBe(4);
});
