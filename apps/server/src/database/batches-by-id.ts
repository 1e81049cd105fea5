/** Value below the id of every row. */
export const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** Yields rows in batches, in ascending order of id. @param read Returns the next rows after an id; an empty array after the last row. */
export async function* batchesById<Row extends { readonly id: string }>(
  read: (after: string) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after = LOWEST_ID; ; ) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.id;
  }
}
