import { beforeEach, expect, it, vi } from 'vitest';
import { forgetDraft, forgetKeyInDraft, keyInDraft, readDraft, storeDraft } from './drafts.ts';

const storage = new Map<string, string>();

beforeEach(() => {
  storage.clear();
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, text: string) => storage.set(name, text),
    removeItem: (name: string) => storage.delete(name),
  });
});

const initial = { name: '', district: '', isOpen: false, password: '' };
const typed = { name: 'सीता देवी', district: 'Gaya', isOpen: true, password: 'secret-1' };
const draft = { form: 'registration', without: ['password'] } as const;
const KEY = 'draft-of-visitor-registration';

it('readDraft returns the stored values', () => {
  storeDraft(draft, typed);
  expect(readDraft(draft, initial)).toEqual({ name: 'सीता देवी', district: 'Gaya', isOpen: true });
});

it('storeDraft never stores excluded fields', () => {
  storeDraft(draft, typed);
  expect([...storage.values()].join()).not.toContain('secret');
});

it('readDraft ignores fields that are unknown, of another type, or excluded', () => {
  storage.set(KEY, '{"values":{"name":"A","password":"x","role":"admin","district":5}}');
  expect(readDraft(draft, initial)).toEqual({ name: 'A' });
});

it('a draft is empty before the first input, after submission, and if the storage is unreadable', () => {
  expect(readDraft(draft, initial)).toEqual({});
  storeDraft(draft, typed);
  forgetDraft(draft);
  expect(readDraft(draft, initial)).toEqual({});
  storage.set(KEY, '{');
  expect(readDraft(draft, initial)).toEqual({});
});

it('a key belongs to the values with which it was stored', () => {
  storeDraft(draft, typed, 'a key');
  expect(keyInDraft(draft)).toBe('a key');
  forgetKeyInDraft(draft);
  expect(keyInDraft(draft)).toBeUndefined();
  expect(readDraft(draft, initial).name).toBe(typed.name);
  storeDraft(draft, typed, 'a key');
  storeDraft(draft, { ...typed, name: 'Sita' });
  expect(keyInDraft(draft)).toBeUndefined();
});

it('forgetting the key of another account stores nothing', () => {
  forgetKeyInDraft(draft);
  expect(storage.size).toBe(0);
});
