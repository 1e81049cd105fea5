export async function storedInDatabases(): Promise<string> {
  const found: unknown[] = [];
  await eachStore('readonly', (store, done) => {
    const [keys, values] = [store.getAllKeys(), store.getAll()];
    values.onsuccess = () => {
      found.push(keys.result, values.result);
      done();
    };
  });
  return JSON.stringify(found);
}

export function changeStored<Value>(change: (value: Value) => Value): Promise<void> {
  return eachStore('readwrite', (store, done) => {
    const cursor = store.openCursor();
    cursor.onsuccess = () => {
      if (cursor.result === null) return done();
      // The test stored values of this type.
      cursor.result.update(change(cursor.result.value as Value));
      cursor.result.continue();
    };
  });
}

async function eachStore(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore, done: () => void) => void,
): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    const opening = indexedDB.open(name);
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result);
    });
    for (const store of database.objectStoreNames)
      await new Promise<void>((done) => use(database.transaction(store, mode).objectStore(store), done));
    database.close();
  }
}
