import { useLocation } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession, useSession } from '../platform/session.ts';
import { SignedOutOnly } from '../sign-in/signed-out.tsx';
import { signInAs } from '../testing/people.ts';
import { show } from '../testing/show.tsx';
import { ToLogin } from './redirect.tsx';

afterEach(clearSession);

/** Login, and a page that redirects visitors to it. */
function Screens() {
  const { pathname, search, hash } = useLocation();
  const session = useSession();
  if (pathname === '/login') {
    return (
      <SignedOutOnly>
        <button onClick={() => signInAs()} type="button">
          Sign in
        </button>
      </SignedOutOnly>
    );
  }
  return session ? <p>{`at ${pathname}${search}${hash}`}</p> : <ToLogin />;
}

it('signing in leads to the part of the page that the link named', async () => {
  await show(<Screens />, 'en', '/agreements/1?from=mail#messages');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.element(page.getByText('at /agreements/1?from=mail#messages')).toBeVisible();
});
