import { expect, it } from 'vitest';
import { sectionGroups } from './admin-address.ts';
import { mayOpen } from './open-sections.ts';

const open = (role: 'state' | 'district') =>
  Object.values(sectionGroups)
    .flat()
    .filter((section) => mayOpen({ administration: { role, districts: [], office: null } }, section));

it('state administrators open every section, district administrators only the sections of their teachers', () => {
  expect(open('state')).toEqual(Object.values(sectionGroups).flat());
  expect(open('district')).toEqual([
    'overview',
    'agreements',
    'users',
    'verification',
    'reports',
    'texts',
    'announcements',
    'settings',
  ]);
  expect(mayOpen({}, 'audit')).toBe(true);
});
