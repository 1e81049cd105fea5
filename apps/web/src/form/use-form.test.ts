import { expect, it } from 'vitest';
import { valuesAfterConflict } from './use-form.ts';

const before = { name: 'Asha', district: 'Gaya', block: 'Bodh Gaya', school: 'Middle School' };
const place = ['district', 'block', 'school'] as const;

it('a field that the other person changed has the present value, and the others keep what was typed', () => {
  const typed = { ...before, name: 'Asha Devi', school: 'High School' };
  const present = { ...before, school: 'Primary School' };
  expect(valuesAfterConflict(before, typed, present)).toEqual({ ...typed, school: 'Primary School' });
});

it('fields that are valid only together are not mixed', () => {
  const typed = { ...before, name: 'Asha Devi', district: 'Patna', block: 'Bihta' };
  const present = { ...before, block: 'Tekari' };
  expect(valuesAfterConflict(before, typed, present, place)).toEqual({ ...present, name: 'Asha Devi' });
});

it('fields that are valid only together keep what was typed if the other person changed none of them', () => {
  const typed = { ...before, district: 'Patna', block: 'Bihta' };
  const present = { ...before, name: 'Asha Kumari' };
  expect(valuesAfterConflict(before, typed, present, place)).toEqual({ ...typed, name: 'Asha Kumari' });
});
