import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { App, Dependencies } from '../dependencies.ts';
import type { Database } from '../platform/database/tables.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Excludes calls that every open page repeats, and whose answers contain nothing of a person, from the access log. */
    isUnlogged?: boolean;
  }
}

interface AccessRow {
  happened_at: Date;
  account_id: string | null;
  impersonator_id: string | null;
  address: string;
  method: string;
  path: string;
  status: number;
}

const WRITTEN_EVERY_MS = 1_000;
/** Maximum number of rows to insert later while the database is unreachable. Beyond it the oldest rows are lost. */
const MOST_WAITING = 20_000;
const [BAD_REQUEST, UNAUTHORIZED, TOO_MANY_REQUESTS] = [400, 401, 429];

/**
 * Writes API calls to the table `access_log`: account, address, route with its ids, and status; neither query nor body. Leaves out calls
 * that would fill the disk. Inserts the rows of a second in one statement, so a killed process loses up to a second of rows.
 */
export function logAccess(app: App, { db, now }: Dependencies): void {
  let waiting: AccessRow[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const write = async () => {
    timer = undefined;
    const rows = waiting;
    waiting = [];
    await insertAccesses(db, rows).catch(() => {
      waiting = [...rows, ...waiting].slice(-MOST_WAITING);
    });
  };
  /** Writes after the statement that is under way. */
  const writeNext = () => {
    writing = writing.then(write);
    return writing;
  };
  app.addHook('onResponse', async (request, reply) => {
    if (!isLogged(request, reply.statusCode)) return;
    waiting.push({ ...accessOf(request), happened_at: now(), status: reply.statusCode });
    timer ??= setTimeout(() => void writeNext(), WRITTEN_EVERY_MS).unref();
  });
  app.addHook('onClose', async () => {
    clearTimeout(timer);
    await writeNext();
  });
}

/**
 * Returns true for calls of accounts, and for calls of visitors that succeeded or had a wrong password. Other calls would fill the disk:
 * calls beyond a budget, calls of machines, calls of visitors that are refused before they count in a budget, and those that every open page
 * repeats. The metrics count every call.
 */
function isLogged(request: FastifyRequest, status: number): boolean {
  const { policy = 'open', isUnlogged, isUnmetered } = request.routeOptions.config;
  if (isUnlogged || status === TOO_MANY_REQUESTS) return false;
  if (request.viewer.kind === 'signed-in') return true;
  const isAdmitted = policy === 'open' && isUnmetered !== 'machine';
  return isAdmitted && (status < BAD_REQUEST || status === UNAUTHORIZED);
}

function accessOf(request: FastifyRequest): Omit<AccessRow, 'happened_at' | 'status'> {
  const viewer = request.viewer;
  const isKnown = viewer.kind === 'signed-in';
  return {
    account_id: isKnown ? viewer.userId : null,
    impersonator_id: isKnown ? viewer.impersonatorId : null,
    address: request.ip,
    method: request.method,
    path: pathOf(request),
  };
}

/** Returns the route's pattern with its ids filled in. Leaves out the rest of the URL, which may contain user input. */
function pathOf({ routeOptions, params }: FastifyRequest): string {
  const ids = Object.entries(params ?? {}).filter(([, value]) => isUuid(value));
  return ids.reduce((path, [name, id]) => path.replace(`:${name}`, String(id)), routeOptions.url ?? '/api/*');
}

async function insertAccesses(db: Kysely<Database>, rows: readonly AccessRow[]): Promise<void> {
  if (rows.length === 0) return;
  const of = <Column extends keyof AccessRow>(column: Column) => rows.map((row) => row[column]);
  await sql`
    insert into access_log (happened_at, account_id, impersonator_id, address, method, path, status)
    select * from unnest(${of('happened_at')}::timestamptz[], ${of('account_id')}::uuid[],
      ${of('impersonator_id')}::uuid[], ${of('address')}::text[], ${of('method')}::text[], ${of('path')}::text[],
      ${of('status')}::smallint[])`.execute(db);
}
