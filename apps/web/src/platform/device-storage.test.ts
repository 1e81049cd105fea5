import { afterEach, expect, it, vi } from 'vitest';
import { deviceStorage } from './device-storage.ts';

afterEach(() => {
  deviceStorage.remove('name');
  vi.unstubAllGlobals();
});

const stored = new Map<string, string>();
const full = {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: () => {
    throw new DOMException('No space is left', 'QuotaExceededError');
  },
  removeItem: (name: string) => stored.delete(name),
};

it('a value that a full storage refuses is read back, and its older value is deleted', () => {
  vi.stubGlobal('localStorage', full);
  stored.set('name', 'old');
  deviceStorage.set('name', 'new');
  expect(deviceStorage.get('name')).toBe('new');
  expect([...stored]).toEqual([]);
  deviceStorage.remove('name');
  expect(deviceStorage.get('name')).toBeNull();
});

it('a value of another tab replaces one that a full storage refused', () => {
  vi.stubGlobal('localStorage', full);
  deviceStorage.set('name', 'of this tab');
  stored.set('name', 'of another tab');
  deviceStorage.forget('name');
  expect(deviceStorage.get('name')).toBe('of another tab');
});

it('a value is read back if the browser blocks the storage', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(deviceStorage.get('name')).toBeNull();
  deviceStorage.set('name', 'value');
  expect(deviceStorage.get('name')).toBe('value');
  expect(deviceStorage.names()).toEqual(['name']);
});
