import { expect, type Page } from '@playwright/test';

/** Returns everything that a tab can read from the browser's storage, as text. Leaves out files of the build. */
export function storedIn(tab: Page): Promise<string> {
  return tab.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys())
        if (!url.includes('/assets/')) found.push(url, await (await cache.match(url))?.text());
    }
    const answerOf = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await answerOf(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        found.push(await answerOf(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    return JSON.stringify(found);
  });
}

/** Returns the words that the text contains. */
export const wordsIn = (text: string, words: readonly string[]) =>
  words.filter((word) => text.includes(word));

/** Expects that the last state of the member, which contains this word, is stored. */
export async function expectStored(page: Page, word: string): Promise<void> {
  await expect.poll(() => storedIn(page)).toContain(word);
}
