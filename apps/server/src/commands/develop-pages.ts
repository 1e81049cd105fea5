import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { ServerBuild } from 'react-router';
import type { ViteDevServer } from 'vite';
import type { DemoLogin } from '../demo/fill-empty-database.ts';
import type { App, Dependencies } from '../dependencies.ts';
import type { Pages } from '../pages/serve-pages.ts';
import { projectFolder } from '../platform/config.ts';
import { AppError } from '../platform/errors.ts';
import { logIn } from '../sign-in/registration.ts';

const BUILD = 'virtual:react-router/server-build';

/**
 * Pages of `npm run dev`: Vite serves the modules of `apps/web`, replaces changed components in the browser with their state, and loads the
 * server's part of a page anew after a change.
 */
export function developPages(logins: DemoLogin[], dependencies: Dependencies): Pages {
  return {
    mode: 'development',
    async open(app) {
      const vite = await startVite(app);
      if (logins.length > 0) signInWithoutCheck(app, logins, dependencies);
      return async () => (await vite.ssrLoadModule(BUILD)) as ServerBuild;
    },
  };
}

async function startVite(app: App): Promise<ViteDevServer> {
  // Imported here, because production installs no Vite.
  const { createServer } = await import('vite');
  const root = join(projectFolder, 'apps/web');
  const vite = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onRequest', (request, reply, done) => {
    vite.middlewares(request.raw, reply.raw, () => done());
  });
  app.addHook('onClose', () => vite.close());
  return vite;
}

/**
 * Adds the page `/dev` with the demo logins, which sign in without the security check of the login form. Other accounts do not: nothing here
 * limits guesses of their passwords.
 */
function signInWithoutCheck(app: App, logins: DemoLogin[], dependencies: Dependencies): void {
  app.get('/dev', async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    reply.header('content-security-policy', `default-src 'self'; script-src 'nonce-${nonce}'`);
    return reply.type('text/html').send(loginPage(logins, nonce));
  });
  app.post<{ Body?: { email?: unknown } }>('/dev', async (request) => {
    const login = logins.find(({ email }) => email === request.body?.email);
    if (login === undefined) throw new AppError('not_found');
    return logIn(dependencies, request, login);
  });
}

function loginPage(logins: DemoLogin[], nonce: string): string {
  const buttons = logins.map(
    ({ who, email }) => `<p><button data-login='${JSON.stringify({ email })}'>${who}: ${email}</button></p>`,
  );
  return `<!doctype html>
<meta charset="utf-8">
<title>Sign in for development</title>
<h1>Sign in for development</h1>
${buttons.join('\n')}
<script nonce="${nonce}">
  document.addEventListener('click', async ({ target }) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch('/dev', { method: 'POST', headers, body: target.dataset.login });
    const { token, user } = await response.json();
    localStorage.setItem('token', token);
    localStorage.setItem('user', JSON.stringify(user));
    location.assign(user.role === 'admin' ? '/admin' : '/dashboard');
  });
</script>
`;
}
