import ts from 'typescript';
import { expect, it } from 'vitest';
import { documentedTables, type SourceFile, serverFiles, withoutComments } from './server-source.ts';

/** Folders that compose the others. They may read every table. */
const composition = ['commands/', 'demo/'];

/** Modules outside `*.queries.ts` that read in a function without a write or a lock, by reason. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'reads the row, locks its people in another function, and then changes it': [
    'accounts/passwords/password-links.ts',
    'accounts/registration/auth.service.ts',
    'agreements/steps/endings.ts',
    'members/administrators.ts',
    'members/bound-requests.ts',
    'members/lock-members.ts',
    'members/phone-holders.ts',
    'notices/review/held-messages.ts',
    'payments/payments.routes.ts',
    'plans/results/erase-from-plans.ts',
  ],
  'reads what the lock of its caller protects': [
    'agreements/steps/locked-agreement.ts',
    'agreements/office/office-step.ts',
    'agreements/office/record-order.ts',
    'members/records.ts',
    'notices/create-notices.ts',
    'payments/apply-payment.ts',
    'seasons/consents.ts',
  ],
  'counts under the lock of the sender, before it adds a row': [
    'accounts/phone/phone-codes.ts',
    'agreements/room/room-messages.ts',
    'alerts/send-alert.ts',
    'limits/shared-counter.ts',
    'reports/reports.ts',
  ],
  'selects a batch of due rows, and works it off': [
    'agreements/rounds/run-rounds.ts',
    'payments/apply-refunds.ts',
    'payments/refunds.ts',
    'payments/webhook-events.ts',
    'plans/queue/plan-queue.ts',
    'rings/announce.ts',
  ],
  'is the store of its own table': [
    'admin/rules/rule-trials.ts',
    'admin/rules/rules.service.ts',
    'http/turns/idempotency.ts',
    'offers/graph/offer-changes.ts',
  ],
  'builds a condition of a query, and reads no table': ['requests/lists/list-filters.ts'],
  'calls a function of the database that also writes': ['privacy/open-contacts.ts'],
};

/** Tables of accounts and their requests, which every folder may join: lists, notices and rings are about them. */
const readByAll = ['users', 'requests', 'offers'];

/** The reports of administrators, and the export of a teacher's data. */
const reports = ['admin/', 'accounts/profile/export-account.queries.ts'];

const reads = /\.selectFrom\(|`[^`]*\bselect\b[^`]*\bfrom\b/i;
const changes =
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto|for(?:No)?(?:Key)?(?:Update|Share))\(|\b(?:insert into|delete from|update (?:\w+|\$\{[^}]*\}) set)\b|\bfor (?:no )?(?:key )?(?:update|share)\b/i;

/** Returns true if a top-level statement of the file reads and neither writes nor locks. */
function readsOnly({ path, text }: SourceFile): boolean {
  return ts
    .createSourceFile(path, text, ts.ScriptTarget.Latest)
    .statements.map((statement) => withoutComments(text.slice(statement.pos, statement.end)))
    .some((code) => reads.test(code) && !changes.test(code));
}

const named = /(?:selectFrom|[jJ]oin)\(\s*'(\w+)|\b(?:from|join)\s+(?:only\s+)?(\w+)/g;

/** Returns the tables that a file names in a `from` or a `join`. */
function tablesIn({ text }: SourceFile): string[] {
  return [...withoutComments(text).matchAll(named)].map(([, call, written]) => call ?? written ?? '');
}

const files = serverFiles().filter(
  ({ path }) => path.includes('/') && !composition.some((folder) => path.startsWith(folder)),
);
const tables = documentedTables();

it('SQL that only reads is in *.queries.ts, or in a module that is listed with a reason', () => {
  const found = files
    .filter(({ path }) => !path.endsWith('.queries.ts') && !path.startsWith('database/'))
    .filter(readsOnly)
    .map(({ path }) => path);
  expect(found).toEqual(Object.values(exceptions).flat().toSorted());
});

it('a folder reads its own tables, and those of others that docs/tables.md lists', () => {
  const read = new Set<string>();
  for (const file of files) {
    if (reports.some((start) => file.path.startsWith(start))) continue;
    const [folder] = file.path.split('/');
    for (const table of tablesIn(file)) {
      const owner = tables.get(table)?.owner;
      if (owner !== undefined && owner !== folder && !readByAll.includes(table))
        read.add(`${table} ${folder}`);
    }
  }
  const documented = [...tables].flatMap(([table, { readers }]) =>
    readers.map((folder) => `${table} ${folder}`),
  );
  expect([...read].toSorted()).toEqual(documented.toSorted());
});

it('a query is found in a call and in SQL, but not in a comment or in a function that writes or locks', () => {
  const found = (text: string) => readsOnly({ path: 'rings/x.ts', text });
  expect(found("function f() { return db.selectFrom('offers').execute(); }")).toBe(true);
  expect(found('const x = sql`exists (\nselect from offers)`;')).toBe(true);
  expect(found("function f() { db.selectFrom('offers').forUpdate(); }")).toBe(false);
  expect(found("function f() { db.selectFrom('offers'); db.deleteFrom('offers'); }")).toBe(false);
  expect(found('// `select from offers`\nconst x = 1;')).toBe(false);
  expect(
    tablesIn({ path: '', text: "db.selectFrom('offers').leftJoin(\n'users as u'); `join only requests`" }),
  ).toEqual(['offers', 'users', 'requests']);
});
