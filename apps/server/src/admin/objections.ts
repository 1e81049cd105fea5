import type { PageQuery } from '@mutual-transfer/domain/query-parameters';
import { districtByCode, districtByName } from '@mutual-transfer/domain/reference/places';
import {
  newObjectionReplySchema,
  type Objection,
  type ObjectionFilters,
  type ObjectionList,
  objectionListSchema,
  objectionQuerySchema,
  objectionSchema,
} from '@mutual-transfer/domain/seasons/objection';
import type { InferResult } from 'kysely';
import { ownObjectionColumns, presentObjection, textOfObjection } from '../agreements/objections.ts';
import { replyToObjection } from '../agreements/office/reply-to-objection.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { byId } from '../http/by-id.ts';
import { once } from '../http/idempotency.ts';
import { signedIn } from '../http/policy.ts';
import { inTurn, writeInTurn } from '../http/turns.ts';
import { isPostedInScope } from '../people/administrator-scope.ts';
import { writeAudit } from '../people/audit.ts';
import { audited } from '../people/audited.ts';
import { recordShown } from '../people/visibility.ts';
import { readPage } from '../platform/database/read-page.ts';
import { batchesById } from '../platform/database/rows.ts';
import type { Db } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import type { SignedIn } from '../platform/sessions.ts';

const ROWS_PER_BATCH = 500;

/** Selects the objections of the administrator's teachers. */
export function objectionsFound(db: Db, viewer: SignedIn, filters: ObjectionFilters) {
  const { state, district, category } = filters;
  return db
    .selectFrom('objections')
    .innerJoin('users', 'users.id', 'objections.user_id')
    .innerJoin('agreements', 'agreements.id', 'objections.agreement_id')
    .leftJoin('users as administrators', 'administrators.id', 'replied_by')
    .select(ownObjectionColumns)
    .select(['objections.id', 'users.id as user_id', 'users.name', 'users.district'])
    .select(['agreements.id as agreementId', 'agreements.number', 'administrators.name as replier'])
    .select(textOfObjection.as('text'))
    .where(isPostedInScope(viewer))
    .$if(state !== undefined, (query) =>
      query.where('objections.replied_at', state === 'open' ? 'is' : 'is not', null),
    )
    .$if(category !== undefined, (query) => query.where('objections.category', '=', category ?? 'other'))
    .$if(district !== undefined, (query) =>
      query.where('users.district', '=', districtByName(district ?? '')?.code ?? ''),
    );
}

function present(row: InferResult<ReturnType<typeof objectionsFound>>[number]): Objection {
  return {
    _id: row.id,
    teacher: { _id: row.user_id, name: row.name },
    district: row.district && districtByCode(row.district).name,
    agreement: { _id: row.agreementId, number: row.number },
    ...presentObjection(row),
    repliedBy: row.replier,
  };
}

async function listObjections(
  db: Db,
  viewer: SignedIn,
  { page, limit, ...filters }: ObjectionFilters & PageQuery,
): Promise<ObjectionList> {
  const query = objectionsFound(db, viewer, filters)
    .orderBy('replied_at', (order) => order.desc().nullsFirst())
    .orderBy('due_at')
    .orderBy('objections.id');
  const { rows, pagination } = await readPage(query, { page, limit });
  for (const { user_id } of rows) recordShown(viewer, user_id);
  return { objections: rows.map(present), pagination };
}

/** Streams the objections that match the filters. */
export async function* objectionBatches(db: Db, viewer: SignedIn, filters: ObjectionFilters) {
  const read = (after: string) =>
    objectionsFound(db, viewer, filters)
      .where('objections.id', '>', after)
      .orderBy('objections.id')
      .limit(ROWS_PER_BATCH)
      .execute();
  for await (const rows of batchesById(read)) {
    for (const { user_id } of rows) recordShown(viewer, user_id);
    yield rows.map(present);
  }
}

/** Registers the objections to announced groups, which only the offices of the objecting teacher read. */
export function objectionRoutes(app: App, { db, background, agreementsDue, now }: Dependencies): void {
  app.get(
    '/api/admin/objections',
    {
      config: { policy: 'district', concerns: 'rows' },
      schema: {
        summary:
          'List objections to announced groups, open ones first by the time until which the office replies',
        querystring: objectionQuerySchema,
        response: { 200: objectionListSchema },
      },
    },
    inTurn(audited('look.objections', (request) => listObjections(db, signedIn(request), request.query))),
  );

  app.post(
    '/api/admin/objections/:id/reply',
    {
      config: { policy: 'district', concerns: 'objection', idempotency: 'key' },
      schema: {
        summary: 'Accept an objection, which takes the teacher out of the season, or refuse it',
        params: byId,
        body: newObjectionReplySchema,
        response: { 200: objectionSchema },
      },
    },
    writeInTurn((request, reply) =>
      once(request, reply, {
        change: async (commit) => {
          const { id } = request.params;
          const { result, text } = request.body;
          const answered = await commit(async (transaction) => {
            const by = signedIn(request).userId;
            const subjectId = await replyToObjection(transaction, { id, result, text, by, now: now() });
            if (subjectId === undefined) return {};
            const details = { objection: id, result, reason: text };
            await writeAudit(transaction, request, { action: 'objection.reply', subjectId, details }, now());
            return {};
          });
          background(agreementsDue);
          return answered;
        },
        answer: async () => {
          const viewer = signedIn(request);
          const found = await objectionsFound(db, viewer, {})
            .where('objections.id', '=', request.params.id)
            .executeTakeFirst();
          if (found === undefined) throw new AppError('not_found');
          recordShown(viewer, found.user_id);
          return present(found);
        },
      }),
    ),
  );
}
