import { importedRecordText } from '@mutual-transfer/domain/administration/imported-record';
import {
  type OrderDocument,
  orderDocumentQuerySchema,
  orderDocumentSchema,
} from '@mutual-transfer/domain/administration/order-document';
import { isBinding } from '@mutual-transfer/domain/agreements/agreement-steps';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { orderNumberKey } from '@mutual-transfer/domain/language/typed-values';
import { blockByCode } from '@mutual-transfer/domain/reference/places';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import { findAgreements, type WholeAgreement } from '../../agreements/lock-agreement.ts';
import { positionsOfOrder } from '../../agreements/office/office-step.ts';
import { findOrderable, recordOrder, refuseUnscrutinised } from '../../agreements/office/record-order.ts';
import type { OrderedGroup } from '../../agreements/papers/order-pdf.ts';
import { readPaperFacts } from '../../agreements/papers/paper-facts.queries.ts';
import { APPLICATION_COST } from '../../agreements/papers/papers.routes.ts';
import type { App, Dependencies } from '../../dependencies.ts';
import { fileResponse, languageOf, sendFile } from '../../http/answers.ts';
import { once } from '../../http/idempotency.ts';
import { signedIn } from '../../http/policy.ts';
import { writeInTurn } from '../../http/turns.ts';
import { isOrderInScope } from '../../people/administrator-scope.ts';
import { writeAudit, writeShown } from '../../people/audit.ts';
import { lockMembers } from '../../people/lock-members.ts';
import type { Database, Db } from '../../platform/database/tables.ts';
import { AppError } from '../../platform/errors.ts';
import type { SignedIn } from '../../platform/sessions.ts';

type DocumentRequest = FastifyRequest<{
  Body: OrderDocument;
  Querystring: z.output<typeof orderDocumentQuerySchema>;
}>;

/** Registers the order that an office writes here. */
export function orderDocumentRoute(app: App, dependencies: Dependencies): void {
  app.post(
    '/api/admin/orders/document',
    {
      config: { policy: 'district', concerns: 'rows', idempotency: 'key', cost: APPLICATION_COST },
      schema: {
        summary: 'Print an order about groups as a PDF file, and record it',
        description:
          'The order names all members of these groups whom the administrator orders and whom no order of another number names. It can be ' +
          'sent again: the order that is recorded is printed again.',
        querystring: orderDocumentQuerySchema,
        body: orderDocumentSchema,
        response: fileResponse('application/pdf'),
      },
    },
    writeInTurn((request, reply) => {
      if (request.query.preview === 'true') return printOrder(dependencies, request, reply);
      return once(request, reply, {
        change: (commit) => commit((transaction) => recordGroups(transaction, dependencies, request)),
        answer: () => printOrder(dependencies, request, reply),
      });
    }),
  );
}

interface RecordedOrder {
  number: string;
  authority: string | null;
  code: string;
}

/** A group with the positions of the members whom the order names, or would name. */
interface Named {
  agreement: WholeAgreement;
  positions: readonly number[];
  /** The recorded order of this number, which is printed as it was recorded. */
  recorded: RecordedOrder | undefined;
}

/**
 * Returns the groups in the order of the request.
 *
 * @throws {AppError} `not_found`; `forbidden` for a group whose orders another office records; `validation_failed` for a group that is not under way, or
 * in which orders of other numbers name every such member; and, unless `accept`, for a group with a member whom no office has scrutinised although the
 * season asks for it.
 */
async function findNamed(
  db: Db,
  viewer: SignedIn,
  { agreements: ids, number, accept }: OrderDocument,
  now: Date,
): Promise<Named[]> {
  const agreements = await findAgreements(db, [...new Set(ids)]);
  if (agreements.length < new Set(ids).size) throw new AppError('not_found');
  const orders = await db
    .selectFrom('transfer_orders')
    .select(['agreement_id', 'number', 'authority', 'code', positionsOfOrder.as('positions')])
    .select(isOrderInScope(viewer).$castTo<boolean>().as('isSeen'))
    .where('agreement_id', 'in', ids)
    .where('withdrawn_at', 'is', null)
    .execute();
  const groups = await Promise.all(
    agreements.map(async (agreement) => {
      const isOrderable = await findOrderable(db, { ...viewer, now }, agreement);
      return { agreement, own: agreement.members.filter((member) => isOrderable([member])) };
    }),
  );
  refuseOthers(groups, viewer);
  return groups.map(({ agreement, own }) => {
    const ofGroup = orders.filter(({ agreement_id }) => agreement_id === agreement.id);
    const same = ofGroup.find(
      (order) => order.isSeen && orderNumberKey(order.number) === orderNumberKey(number),
    );
    const others = ofGroup.filter((order) => order !== same).flatMap(({ positions }) => positions);
    const positions = own
      .filter(({ position, user_id }) => user_id !== null && !others.includes(position))
      .map(({ position }) => position);
    if (positions.length === 0 || !(isBinding(agreement.state) || same !== undefined))
      throw new AppError('validation_failed', {
        fields: { agreements: 'order.allNamed' },
        values: { group: agreement.number },
      });
    const isNew = ({ position }: { position: number }) =>
      positions.includes(position) && !same?.positions.includes(position);
    if (!accept) refuseUnscrutinised(agreement, agreement.members.filter(isNew));
    return { agreement, positions, recorded: same };
  });
}

/** @throws {AppError} `forbidden` for groups that another office orders; names those of which a member leaves a district of the administrator. */
function refuseOthers(
  groups: readonly { agreement: WholeAgreement; own: readonly unknown[] }[],
  { administers }: SignedIn,
): void {
  const others = groups.flatMap(({ agreement, own }) => (own.length === 0 ? agreement : []));
  if (others.length === 0) return;
  const seen = others.filter(({ members }) =>
    members.some(({ from_block }) => administers?.includes(blockByCode(from_block).districtCode)),
  );
  throw new AppError(
    'forbidden',
    seen.length === 0
      ? { message: 'forbidden.otherOffice' }
      : { message: 'order.ofState', values: { groups: seen.map(({ number }) => number).join(', ') } },
  );
}

/** Records the order for each group. The members of all groups are locked first, in the order of their ids. */
async function recordGroups(
  transaction: Transaction<Database>,
  { now }: Dependencies,
  request: DocumentRequest,
): Promise<void> {
  const { number, date, authority, agreements, accept } = request.body;
  const viewer = signedIn(request);
  const members = (await findAgreements(transaction, agreements)).flatMap((agreement) => agreement.members);
  await lockMembers(
    transaction,
    members.flatMap(({ user_id }) => user_id ?? []),
  );
  const named = await findNamed(transaction, viewer, request.body, now());
  const imported = { kind: 'order', number, date } as const;
  const language = languageOf(request);
  const reason = importedRecordText(imported, { language, say: messagesIn(language) });
  for (const { agreement, positions } of named.toSorted(byId)) {
    const { id } = agreement;
    const ids = agreement.members.flatMap(({ position, user_id }) =>
      positions.includes(position) ? (user_id ?? []) : [],
    );
    const { userId: by, administers } = viewer;
    const action = { id, by, administers, reason, imported, now: now() };
    if (!(await recordOrder(transaction, action, { number, date, authority, members: ids, accept })))
      continue;
    const details = { agreement: id, number, date, reason };
    await writeAudit(transaction, request, { action: 'agreement.order', details }, now());
  }
}

function byId({ agreement: one }: Named, { agreement: other }: Named): number {
  return one.id.localeCompare(other.id);
}

/**
 * Returns number and authority as they were recorded, so that a code never vouches for others.
 *
 * @throws {AppError} `order_exists` if the groups have orders of different authorities.
 */
function recordedOrder(named: readonly Named[]): { number: string; authority: string } {
  const orders = named.flatMap(({ recorded }) => recorded ?? []);
  const [first] = orders;
  if (first === undefined || orders.some(({ authority }) => authority !== first.authority))
    throw new AppError('order_exists');
  return { number: first.number, authority: first.authority ?? '' };
}

/** Prints the order: with the codes of what is recorded, or as a preview without them. */
async function printOrder(dependencies: Dependencies, request: DocumentRequest, reply: FastifyReply) {
  const { db, paperDesk, links, now } = dependencies;
  const viewer = signedIn(request);
  const { number, memo, date, authority, copyTo, language } = request.body;
  const isPreview = request.query.preview === 'true';
  const named = await findNamed(db, viewer, request.body, now());
  const order = isPreview ? { number, authority } : recordedOrder(named);
  const body = await paperDesk.print(viewer.userId, async () => {
    const groups: OrderedGroup[] = [];
    for (const { agreement, positions, recorded } of named) {
      const facts = await readPaperFacts(dependencies, agreement, viewer);
      const check =
        recorded === undefined || isPreview
          ? null
          : { code: recorded.code, url: links.to(`/order/${recorded.code}`) };
      groups.push({ facts, positions, check });
    }
    return { kind: 'order', order: { ...order, memo, date, copyTo }, groups, language };
  });
  await writeShown(dependencies, request);
  const file = messagesIn(languageOf(request));
  const name = isPreview
    ? file('file.orderPreview')
    : file('file.order', { number: order.number.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-') });
  return sendFile(reply, { name, type: 'application/pdf', body });
}
