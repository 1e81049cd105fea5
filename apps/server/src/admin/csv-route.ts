import { Readable } from 'node:stream';
import type { AuditAction } from '@mutual-transfer/domain/administration/audit-actions';
import type { Language } from '@mutual-transfer/domain/language/language';
import { z } from 'zod';
import type { App } from '../dependencies.ts';
import { languageOf, say, sendFile } from '../http/answers.ts';
import { signedIn } from '../http/policy.ts';
import { inTurn } from '../http/turns.ts';
import { auditedLines } from '../people/audit.ts';
import { audited } from '../people/audited.ts';
import type { SignedIn } from '../platform/sessions.ts';

type Lines = AsyncIterable<string> | Iterable<string>;

/** A list that administrators download as a CSV file. */
interface CsvDownload<Query extends z.ZodType> {
  /** Name of the list in the address and in the audit log. */
  list: AuditAction extends infer Action ? (Action extends `download.${infer List}` ? List : never) : never;
  scope: 'state' | 'district';
  summary: string;
  querystring: Query;
  /** Returns the lines, as a stream or as a whole. */
  read: (viewer: SignedIn, query: z.output<Query>, language: Language) => Lines | Promise<Lines>;
}

/** Registers the download of a list. */
export function csvRoute<Query extends z.ZodType>(
  app: App,
  { list, scope, summary, querystring, read }: CsvDownload<Query>,
): void {
  app.get(
    `/api/admin/${list}.csv`,
    {
      config: scope === 'state' ? { policy: 'state' } : { policy: 'district', concerns: 'rows' },
      schema: {
        summary,
        querystring,
        response: { 200: { content: { 'text/csv': { schema: z.string() } } } },
      },
    },
    inTurn(
      audited(`download.${list}`, async (request, reply) => {
        // Parsed by the schema above, whose type the generic route does not infer.
        const query = request.query as z.output<Query> & object;
        const lines = await read(signedIn(request), query, languageOf(request));
        const body = Readable.from(auditedLines(app.dependencies, request, lines));
        return sendFile(reply, { name: say(request, `file.${list}`), type: 'text/csv; charset=utf-8', body });
      }),
    ),
  );
}
