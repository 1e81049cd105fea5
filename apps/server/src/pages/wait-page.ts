import { randomBytes } from 'node:crypto';
import { allLanguages, preferredLanguage } from '@mutual-transfer/domain/language/language';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answer, logFailure } from '../http/answers.ts';
import { statusOf, toAppError } from '../platform/errors.ts';

/** Seconds after which a page that failed without a known end is tried again. */
const RETRY_AFTER = 30;
/** Longest wait of the page, after which it tries again. */
const LONGEST_WAIT = 600;
const TOO_MANY = 429;
const FIRST_SERVER_ERROR = 500;

/**
 * Answers a page that a limit, a full queue or a failure refused with a small page in every language, which counts down and then loads
 * again. Answers other errors as in the API.
 */
export function answerWithPage(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const outcome = toAppError(error);
  // A page without scripts cannot solve a proof of work: it waits.
  const status = outcome.code === 'proof_needed' ? TOO_MANY : statusOf(outcome);
  if (status !== TOO_MANY && status < FIRST_SERVER_ERROR) return answer(error, request, reply);
  logFailure(outcome, request);
  const seconds = Math.min(LONGEST_WAIT, outcome.details.retryAfterSeconds ?? RETRY_AFTER);
  const nonce = randomBytes(16).toString('base64');
  return reply
    .code(status)
    .header('retry-after', String(seconds))
    .header('cache-control', 'no-store')
    .header('vary', 'Accept-Language')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`,
    )
    .type('text/html; charset=utf-8')
    .send(waitPage(request, seconds, nonce));
}

const STYLE =
  'body{font:1.125rem/1.5 system-ui,sans-serif;color:#18211c;background:#f6f7f4;margin:15vh auto;max-width:34rem;padding:0 1rem}' +
  '@media(prefers-color-scheme:dark){body{color:#eef3ef;background:#121714}}';

/** Counts down in all sentences, and loads the page again at the end. */
const COUNTDOWN =
  "var left=+document.body.getAttribute('data-seconds');setInterval(function(){left-=1;if(left<1){location.reload();return}" +
  "document.querySelectorAll('b').forEach(function(one){one.textContent=left})},1000)";

/** The reader's language comes first. Without scripts the browser loads the page again by the `meta` element. */
function waitPage({ headers }: FastifyRequest, seconds: number, nonce: string): string {
  const first = preferredLanguage(headers['accept-language']);
  const sentences = [first, ...allLanguages().filter((language) => language !== first)].map(
    (language) =>
      `<p lang="${language}">${messagesIn(language)('page.wait', { seconds: '{}' }).replace('{}', `<b>${seconds}</b>`)}</p>`,
  );
  return [
    `<!doctype html><html lang="${first}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="refresh" content="${seconds}"><title>${seconds} s</title><style nonce="${nonce}">${STYLE}</style></head>`,
    `<body data-seconds="${seconds}">${sentences.join('')}<script nonce="${nonce}">${COUNTDOWN}</script></body></html>`,
  ].join('');
}
