import { describe, expect, it } from '@jest/globals';
import { can, type Action, type Role } from './can';

describe('what is offered to whom', () => {
  it.each<[Role, Action, boolean]>([
    ['investor', 'purchase', true],
    ['landlord', 'purchase', false],
    ['auditor', 'purchase', false],
    ['auditor', 'pay', false],
    ['auditor', 'read-office', true],
    ['auditor', 'decide-case', false],
    ['auditor', 'erase-person', false],
    ['admin', 'erase-person', true],
    ['auditor', 'reconcile', false],
    ['admin', 'reconcile', true],
    ['compliance', 'decide-case', true],
    ['compliance', 'purchase', false],
    ['compliance', 'read-office', false],
    ['compliance', 'read-record', false],
    ['auditor', 'read-record', true],
  ])('%s, %s: %p', (role, action, offered) => expect(can(role, action)).toBe(offered));
  it('nobody, and a role that is not known yet, is offered nothing', () => {
    expect([can(null, 'purchase'), can('stranger' as Role, 'purchase')]).toEqual([false, false]);
  });
});
