import { beforeEach, expect, it, vi } from 'vitest';
import { forgetRegistration, keepRegistration, keptRegistration } from './registration-draft.ts';
import { emptyRegistration } from './registration-values.ts';

const storage = new Map<string, string>();

beforeEach(() => {
  storage.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, text: string) => storage.set(name, text),
    removeItem: (name: string) => storage.delete(name),
  });
});

const typed = {
  ...emptyRegistration,
  name: 'सीता देवी',
  district: 'Gaya',
  password: 'secret-1',
  confirmPassword: 'secret-2',
};

it('gives back what was typed', () => {
  keepRegistration(typed);
  expect(keptRegistration()).toMatchObject({ name: 'सीता देवी', district: 'Gaya' });
});

it('never keeps a password', () => {
  keepRegistration(typed);
  expect([...storage.values()].join()).not.toContain('secret');
  expect(keptRegistration()).not.toHaveProperty('password');
});

it('takes no field it does not know and no password from a storage somebody else wrote to', () => {
  storage.set('draft-registration', '{"name":"A","password":"x","role":"admin","phone":5}');
  expect(keptRegistration()).toEqual({ name: 'A' });
});

it('is empty before anything was typed, after it was sent, and when it cannot be read', () => {
  expect(keptRegistration()).toEqual({});
  keepRegistration(typed);
  forgetRegistration();
  expect(keptRegistration()).toEqual({});
  storage.set('draft-registration', '{');
  expect(keptRegistration()).toEqual({});
});
