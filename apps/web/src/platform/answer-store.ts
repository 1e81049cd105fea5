const DATABASE = 'last-state';
const STORE = 'answers';

let opening: Promise<IDBDatabase> | undefined;

/** Returns a stored value. `undefined` if there is none. @throws if the user forbids storage. */
export function readStored<Value>(key: string): Promise<Value | undefined> {
  return inStore('readonly', (store) => store.get(key) as IDBRequest<Value | undefined>);
}

/** Returns all stored values. @throws if the user forbids storage. */
export async function readAllStored<Value>(): Promise<Value[]> {
  return (await inStore('readonly', (store) => store.getAll() as IDBRequest<Value[]>)) ?? [];
}

/**
 * Stores a value, or deletes the one that is stored if `value` is `undefined`.
 *
 * @param mayWrite is asked when the transaction begins, after which a `clearStored` of any tab waits for it.
 * @throws if the device is full, or the user forbids storage.
 */
export async function writeStored(key: string, value: unknown, mayWrite: () => boolean): Promise<void> {
  await inStore('readwrite', (store) => {
    if (!mayWrite()) return undefined;
    if (value === undefined) store.delete(key);
    else store.put(value, key);
    return undefined;
  });
}

/** Deletes all values. The database stays: an open connection of another tab would delay its deletion. */
export async function clearStored(): Promise<void> {
  await inStore('readwrite', (store) => store.clear());
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<Result> | undefined,
): Promise<Result | undefined> {
  opening ??= open();
  const transaction = (await opening).transaction(STORE, mode);
  const request = use(transaction.objectStore(STORE));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => {
      // Browsers close a connection when they need memory.
      request.result.onclose = () => {
        opening = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => {
      opening = undefined;
      reject(request.error);
    };
  });
}
