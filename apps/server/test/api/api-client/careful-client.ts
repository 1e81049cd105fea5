import createClient, { type Client } from 'openapi-fetch';
// The test that compiles this file generates the types from the description.
import type { components, paths } from './build/api.d.ts';

type Api = Client<paths>;
type Problem = components['schemas']['Problem'];
type Code = Problem['code'];

/** Step that a program takes after a refusal. */
export type Step =
  | 'correct the input'
  | 'sign in'
  | 'pay'
  | 'ask a person'
  | 'read again'
  | 'use a new key'
  | 'repeat later'
  | 'report a fault';

/** Number of rows per page. It is small, so that few requests fill several pages. */
const LIMIT = 2;
const ATTEMPTS = 3;
const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000';

export function connect(baseUrl: string, token: string): Api {
  return createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });
}

/** Error for a refused call that the program does not handle otherwise. */
class Refused extends Error {
  override readonly name = 'Refused';

  constructor({ code, message }: Problem) {
    super(`${code}: ${message}`);
  }
}

/** Returns the ids of the caller's requests on each page. Stops at `pages` of the pagination. */
export async function pageByPagination(api: Api): Promise<string[][]> {
  const found: string[][] = [];
  let pages = 1;
  for (let page = 1; page <= pages; page += 1) {
    const { data, error } = await api.GET('/api/requests/my', { params: { query: { page, limit: LIMIT } } });
    if (error) throw new Refused(error);
    found.push(data.requests.map(({ _id }) => _id));
    pages = data.pagination.pages;
  }
  return found;
}

/** Posts a request, and repeats the call with the same key while the connection breaks. */
export async function postDespiteCuts(
  api: Api,
  desiredDistrict: string,
  key: string = crypto.randomUUID(),
): Promise<{ id: string; attempts: number; location: string | null }> {
  for (let attempts = 1; attempts <= ATTEMPTS; attempts += 1) {
    const answer = await post(api, desiredDistrict, key).catch(undefinedIfCut);
    if (answer === undefined) continue;
    if (answer.error) throw new Refused(answer.error);
    const location = answer.response.headers.get('location');
    return { id: answer.data.data.request._id, attempts, location };
  }
  throw new Error(`No answer in ${ATTEMPTS} attempts`);
}

/** Returns `undefined` for a rejection of `fetch` without a response, which is a `TypeError`. Rethrows every other error. */
function undefinedIfCut(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
}

function post(api: Api, desiredDistrict: string, key: string) {
  return api.POST('/api/requests', {
    params: { header: { 'idempotency-key': key } },
    body: {
      desiredDistrict,
      desiredBlock: 'Any block',
      subject: 'Mathematics',
      classRange: '6-8',
      reason: 'My parents live there.',
      additionalInfo: 'In June.',
    },
  });
}

/** Changes the reason of a request. After `changed_meanwhile` it reads the request again and repeats the change once. */
export async function changeReason(
  api: Api,
  { id, reason, etag }: { id: string; reason: string; etag: string },
): Promise<{ steps: Step[]; reason: string | undefined }> {
  const path = { id };
  const first = await changeIf(api, { id, reason, etag });
  if (!first.error) return { steps: [], reason: first.data.data.request.reason };
  const step = stepAfter(first.error.code);
  if (step !== 'read again') throw new Refused(first.error);
  const present = await api.GET('/api/requests/{id}', { params: { path } });
  const second = await changeIf(api, { id, reason, etag: present.response.headers.get('etag') ?? '' });
  return { steps: [step], reason: second.data?.data.request.reason };
}

function changeIf(api: Api, { id, reason, etag }: { id: string; reason: string; etag: string }) {
  return api.PATCH('/api/requests/{id}', {
    params: { path: { id }, header: { 'if-match': etag } },
    body: { reason },
  });
}

/** Makes calls that are refused. Returns the error code of each call with the step that follows. */
export async function provokeRefusals(
  baseUrl: string,
  token: string,
  ownId: string,
): Promise<[Code, Step][]> {
  const api = connect(baseUrl, token);
  const key = crypto.randomUUID();
  await postDespiteCuts(api, 'Siwan', key);
  const posts = [await post(api, 'Saran', key), await post(api, 'Siwan', crypto.randomUUID())];
  const refusals = [
    await api.GET('/api/requests/my', { params: { query: { page: 0 } } }),
    await createClient<paths>({ baseUrl }).GET('/api/requests/my'),
    await api.GET('/api/requests/{id}', { params: { path: { id: UNKNOWN_ID } } }),
    await changeIf(api, { id: ownId, reason: 'Of an older state', etag: '"an-older-state"' }),
  ];
  return [...posts, ...refusals].flatMap(({ error }): [Code, Step][] =>
    error ? [[error.code, stepAfter(error.code)]] : [],
  );
}

/** Returns the next step for each code of the description. Does not compile if a code has no case. */
function stepAfter(code: Code): Step {
  switch (code) {
    case 'validation_failed':
    case 'malformed':
    case 'captcha_failed':
    case 'text_needs_review':
    case 'proof_needed':
    case 'email_taken':
    case 'phone_taken':
    case 'request_duplicate':
    case 'service_not_stated':
    case 'payload_too_large':
      return 'correct the input';
    case 'unauthenticated':
    case 'credentials_wrong':
    case 'factor_expired':
    case 'second_factor_needed':
    case 'password_change_needed':
    case 'factor_needed':
      return 'sign in';
    case 'payment_required':
    case 'payment_failed':
      return 'pay';
    case 'forbidden':
    case 'account_inactive':
    case 'not_a_match':
    case 'while_impersonating':
    case 'too_many_requests_active':
    case 'no_sms_provider':
    case 'no_payment_provider':
    case 'not_refundable':
    case 'refund_in_agreement':
    case 'window_closed':
    case 'last_administrator':
    case 'phone_not_proven':
    case 'consent_closed':
    case 'list_open':
    case 'no_season':
    case 'out_of_season':
    case 'group_ended':
      return 'ask a person';
    case 'not_found':
    case 'status_step':
    case 'alert_unread':
    case 'payment_pending':
    case 'price_changed':
    case 'payment_not_needed':
    case 'plan_under_way':
    case 'plan_finished':
    case 'not_a_ring':
    case 'request_taken':
    case 'request_in_agreement':
    case 'request_is_record':
    case 'rules_changed':
    case 'proposal_exists':
    case 'agreement_over':
    case 'agreement_step':
    case 'round_under_way':
    case 'round_over':
    case 'order_exists':
    case 'season_begun':
    case 'season_overlap':
    case 'objection_answered':
    case 'report_open':
    case 'report_decided':
    case 'conflict':
    case 'changed_meanwhile':
      return 'read again';
    case 'idempotency_key_reused':
      return 'use a new key';
    case 'in_progress':
    case 'posting_limit':
    case 'rate_limited':
    case 'alert_limit':
    case 'proposal_limit':
    case 'message_limit':
    case 'report_limit':
    case 'visitor_limit':
    case 'unavailable':
      return 'repeat later';
    case 'unsupported_media_type':
    case 'internal':
      return 'report a fault';
    default:
      return stepAfterUnknown(code);
  }
}

/** Handles a code of a newer server. Its type admits no code of the description. */
function stepAfterUnknown(_code: never): Step {
  return 'report a fault';
}
