import createClient, { type Client } from 'openapi-fetch';
// The test that compiles this file generates the types from the description.
import type { components, paths } from './build/api.d.ts';

type Api = Client<paths>;
type Registration = components['schemas']['Registration'];

interface Walked {
  score: number | undefined;
  message: string | undefined;
  from: string | undefined;
  /** The alert's `unread` before and after it was marked as read. */
  unread: (boolean | undefined)[];
  refused: { status: number; code: string | undefined };
}

const places = {
  gaya: { district: 'Gaya', postingBlock: 'Bodh Gaya' },
  patna: { district: 'Patna', postingBlock: 'Danapur' },
};

/**
 * Walks the main journey as a client that knows only the description: two teachers register, post and find each
 * other, and one writes to the other.
 */
export async function walkMainJourney(baseUrl: string): Promise<Walked> {
  const asha = await register(baseUrl, {
    name: 'Asha Kumari',
    phone: '9876543210',
    from: 'gaya',
    to: 'patna',
  });
  const ravi = await register(baseUrl, {
    name: 'Ravi Ranjan',
    phone: '9876543211',
    from: 'patna',
    to: 'gaya',
  });
  await post(ravi, 'gaya');
  const requestId = await post(asha, 'patna');
  const matches = await asha.GET('/api/requests/{id}/matches', { params: { path: { id: requestId } } });
  const [match] = matches.data?.matches ?? [];
  await asha.POST('/api/alerts/{id}', {
    params: { path: { id: match?.user._id ?? '' } },
    body: { message: 'Shall we swap our places?' },
  });
  const before = await readAlert(ravi);
  await ravi.PATCH('/api/alerts/{id}/read', { params: { path: { id: before?._id ?? '' } } });
  const after = await readAlert(ravi);
  const foreign = await ravi.GET('/api/requests/{id}/matches', { params: { path: { id: requestId } } });
  return {
    score: match?.matchScore,
    message: after?.message,
    from: after?.fromUser?.name,
    unread: [before?.isRead, after?.isRead],
    refused: { status: foreign.response.status, code: foreign.error?.code },
  };
}

interface Newcomer {
  name: string;
  phone: string;
  from: keyof typeof places;
  to: keyof typeof places;
}

async function register(baseUrl: string, { name, phone, from, to }: Newcomer): Promise<Api> {
  const api = createClient<paths>({ baseUrl });
  const captcha = await api.GET('/api/auth/captcha');
  const body: Registration = {
    name,
    phone,
    email: `${phone}@example.com`,
    password: 'a quiet orchard',
    confirmPassword: 'a quiet orchard',
    schoolName: 'Rajkiya Vidyalaya',
    ...places[from],
    desiredDistrict: places[to].district,
    desiredBlock: places[to].postingBlock,
    state: 'Bihar',
    subject: 'Mathematics',
    classRange: '6-8',
    captchaToken: captcha.data?.token ?? '',
    captchaAnswer: solve(captcha.data?.question ?? ''),
  };
  const { data } = await api.POST('/api/auth/register', { body });
  const signedIn = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${data?.token}` } });
  return signedIn;
}

/** Solves a question such as `What is 7 + 5?`. */
function solve(question: string): string {
  const [, first, sign, second] = /(\d+) ([+−–-]) (\d+)/.exec(question) ?? [];
  return String(sign === '+' ? Number(first) + Number(second) : Number(first) - Number(second));
}

async function post(api: Api, to: keyof typeof places): Promise<string> {
  const { data } = await api.POST('/api/requests', {
    body: {
      desiredDistrict: places[to].district,
      desiredBlock: places[to].postingBlock,
      subject: 'Mathematics',
      classRange: '6-8',
      reason: 'My parents live there.',
      additionalInfo: 'In June.',
    },
  });
  return data?.data.request._id ?? '';
}

async function readAlert(api: Api) {
  const { data } = await api.GET('/api/alerts', {
    params: { query: { includeHidden: true, page: 1, limit: 100 } },
  });
  return data?.data.alerts.find(({ kind }) => kind === 'message');
}
