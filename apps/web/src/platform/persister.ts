import { experimental_createQueryPersister, type PersistedQuery } from '@tanstack/query-persist-client-core';
import {
  notifyManager,
  type QueryClient,
  type QueryFunctionContext,
  type QueryKey,
  type QueryPersister,
} from '@tanstack/react-query';
import { readAllStored, readStored, writeStored } from './answer-store.ts';
import { buildOfPage } from './build-of-page.ts';
import { currentSession } from './session.ts';
import { isPersisted, storedAnswer } from './stored-answer.ts';

const STORED_MS = 3 * 86_400_000;
const PREFIX = 'answer';

type Persister = ReturnType<typeof experimental_createQueryPersister<PersistedQuery>>;

let created: Persister | undefined;

/** Creates the persister late, because the server has no build of a page. */
function persister(): Persister {
  created ??= experimental_createQueryPersister<PersistedQuery>({
    // Storage may be full or forbidden. The product then works without the last state.
    storage: {
      getItem: (key) =>
        ownerId() === undefined ? undefined : readStored<PersistedQuery>(key).catch(() => undefined),
      setItem: (key, query) =>
        writeStored(
          key,
          query.state.data === undefined ? undefined : query,
          () => ownerId() === query.queryKey[1],
        ).catch(() => {}),
      entries: async () => {
        const queries = await readAllStored<PersistedQuery>().catch(() => []);
        return queries.map((query) => [`${PREFIX}-${query.queryHash}`, query]);
      },
      removeItem: (key) => writeStored(key, undefined, () => true).catch(() => {}),
    },
    buster: buildOfPage(),
    maxAge: STORED_MS,
    prefix: PREFIX,
    refetchOnRestore: false,
    serialize: ({ state, ...query }) => ({
      ...query,
      state: {
        ...state,
        data: storedAnswer(query.queryKey, state.data),
        error: null,
        fetchFailureReason: null,
      },
    }),
    deserialize: (query) => query,
  });
  return created;
}

/** Returns the `persister` of a query: shows the stored answer at once and fetches anew. */
export function persisterOf<Answer, Key extends QueryKey>(queryKey: Key) {
  if (!isPersisted(queryKey)) return {};
  const persist = async (
    fetchAnswer: (context: QueryFunctionContext<Key>) => Answer | Promise<Answer>,
    context: QueryFunctionContext<Key>,
    query: Parameters<QueryPersister>[2],
  ): Promise<Answer> => {
    let isRestored = true;
    const fetchInstead = (of: QueryFunctionContext<Key>) => {
      isRestored = false;
      return fetchAnswer(of);
    };
    const answer = await persister().persisterFn(fetchInstead, context, query);
    // The persister itself would not handle the failure of this fetch, which the state of the query shows.
    if (isRestored) notifyManager.schedule(() => void query.fetch().catch(() => {}));
    return answer;
  };
  return { persister: persist };
}

/** Stores the answers that writes put into the cache. */
export function persistWrites(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !event.action.manual) return;
    const { queryKey } = event.query;
    if (isPersisted(queryKey)) void persister().persistQueryByKey(queryKey, client);
  });
}

/** Deletes answers that are too old or of another build, also those that no screen reads again. */
export function forgetOldAnswers(): Promise<void> {
  return persister().persisterGc();
}

/** Returns the id of the signed-in teacher. `undefined` for visitors and administrators, also while they view the product as a teacher. */
function ownerId(): string | undefined {
  const user = currentSession()?.user;
  return user?.role === 'teacher' && user.impersonated !== true ? user._id : undefined;
}
