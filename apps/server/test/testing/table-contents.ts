import type { TestApp } from './test-app.ts';

/** Returns every row of every table except the call log, to check that nothing changed. */
export async function tableContents({ database }: TestApp): Promise<Record<string, string>> {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'access_log%' order by table_name`,
  );
  const contents: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await database.pool.query<{ content: string }>(
      `select coalesce(string_agg(one::text, chr(10) order by one::text), '') as content from ${name} one`,
    );
    contents[name] = rows[0]?.content ?? '';
  }
  return contents;
}
