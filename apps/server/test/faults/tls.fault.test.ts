import { once } from 'node:events';
import { connect } from 'node:http2';
import { connect as connectTls, type SecureVersion } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import { findNginx, SERVER_NAME, type SecureNginx, startSecureNginx } from '../testing/processes/nginx.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

describe('TLS as it is deployed', () => {
  let test: TestApp;
  let nginx: SecureNginx;

  beforeAll(async () => {
    test = await startTestApp(() => ({
      config: readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', TRUSTED_PROXIES: '127.0.0.1' }),
    }));
    const base = await test.app.listen({ port: 0, host: '127.0.0.1' });
    nginx = await startSecureNginx(findNginx(), [base]);
  });
  afterAll(async () => {
    await nginx?.stop();
    await test.close();
  });

  /** Returns the headers of an HTTP/2 response, with a verified certificate. */
  async function get(path: string, { port, certificate } = nginx) {
    const session = connect(`https://127.0.0.1:${port}`, {
      ca: certificate,
      servername: SERVER_NAME,
    });
    try {
      const stream = session.request({ ':path': path, ':authority': SERVER_NAME });
      const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
      let body = '';
      for await (const piece of stream.setEncoding('utf8')) body += piece;
      return { headers, body, protocol: session.alpnProtocol };
    } finally {
      session.close();
    }
  }

  /**
   * Connects with only this version of TLS.
   * @returns the version, or the server's refusal.
   */
  function speak(version: SecureVersion): Promise<string | null> {
    const { promise, resolve } = Promise.withResolvers<string | null>();
    const socket = connectTls({
      port: nginx.port,
      host: '127.0.0.1',
      servername: SERVER_NAME,
      ca: nginx.certificate,
      minVersion: version,
      maxVersion: version,
      // Otherwise the client itself would not offer the old versions.
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    socket.once('secureConnect', () => resolve(socket.getProtocol()));
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'refused'));
    return promise.finally(() => socket.destroy());
  }

  it('answers over HTTP/2 with the security headers, and sends HSTS', async () => {
    const { headers, body, protocol } = await get('/api/health');
    expect([protocol, headers[':status']]).toEqual(['h2', 200]);
    expect(JSON.parse(body)).toMatchObject({ status: 'ok' });
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      server: 'nginx',
    });
    const refused = await get('/api/requests/my');
    expect([refused.headers[':status'], refused.headers['strict-transport-security']]).toEqual([
      401,
      'max-age=31536000; includeSubDomains',
    ]);
  });

  it('answers with a page in Hindi and English, and when to try again, while no process runs', async () => {
    // No process listens on port 9.
    const alone = await startSecureNginx(findNginx(), ['http://127.0.0.1:9']);
    const { headers, body } = await get('/login', alone).finally(alone.stop);
    expect(headers).toMatchObject({ ':status': 502, 'retry-after': '30', 'content-type': 'text/html' });
    const [hindi, english] = ['<html lang="hi">', '<p lang="en">'].map((part) => body.indexOf(part));
    expect(hindi).toBeGreaterThan(0);
    expect(english).toBeGreaterThan(hindi ?? 0);
  });

  it('redirects plain HTTP to the same path with TLS, whatever host the client names', async () => {
    const answer = await fetch(`${nginx.plain}/login?next=/a%20b`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      301,
      `https://${SERVER_NAME}/login?next=/a%20b`,
    ]);
  });

  it.each([
    ['TLSv1', 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'],
    ['TLSv1.1', 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'],
    ['TLSv1.2', 'TLSv1.2'],
    ['TLSv1.3', 'TLSv1.3'],
  ] as const)('accepts a client that supports only %s: %s', async (version, expected) => {
    expect(await speak(version)).toBe(expected);
  });

  it('presents a certificate that a client refuses if it expects another host name', async () => {
    const session = connect(`https://127.0.0.1:${nginx.port}`, {
      ca: nginx.certificate,
      servername: 'other.example',
    });
    const [error] = (await once(session, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  });
});
