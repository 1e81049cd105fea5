/** Storage of this browser by names. Never throws. */
interface DeviceStorage {
  get: (name: string) => string | null;
  set: (name: string, value: string) => void;
  remove: (name: string) => void;
  names: () => readonly string[];
  /** Deletes a value from memory, or all of them, because another tab stored or deleted it since. */
  forget: (name: string | null) => void;
}

/** `localStorage`, shared by all tabs. */
export const deviceStorage = storageOf('localStorage');

if (typeof window !== 'undefined') window.addEventListener('storage', ({ key }) => deviceStorage.forget(key));

export const tabStorage = storageOf('sessionStorage');

/**
 * Wraps a storage of the browser, which throws if it is full, or if the user blocks it. A value that cannot be stored stays in memory until
 * the page is unloaded.
 */
function storageOf(kind: 'localStorage' | 'sessionStorage'): DeviceStorage {
  const inMemory = new Map<string, string>();
  const attempt = <Result>(use: (storage: Storage) => Result): Result | undefined => {
    try {
      return use(globalThis[kind]);
    } catch {
      return undefined;
    }
  };
  const remove = (name: string) => {
    inMemory.delete(name);
    attempt((storage) => storage.removeItem(name));
  };
  const isStored = (name: string, value: string) =>
    attempt((storage) => {
      storage.setItem(name, value);
      return true;
    }) === true;
  return {
    get: (name) => inMemory.get(name) ?? attempt((storage) => storage.getItem(name)) ?? null,
    set: (name, value) => {
      inMemory.delete(name);
      if (isStored(name, value)) return;
      // Otherwise the next page would find an older value.
      remove(name);
      inMemory.set(name, value);
    },
    remove,
    forget: (name) => (name === null ? inMemory.clear() : void inMemory.delete(name)),
    names: () => [...inMemory.keys(), ...(attempt((storage) => Object.keys(storage)) ?? [])],
  };
}
