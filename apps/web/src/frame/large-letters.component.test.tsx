import { allLanguages } from '@mutual-transfer/domain/language/language';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import AccountPage from '../account/account-page.tsx';
import answer from '../agreements/agreement-page/agreement.module.css';
import { RequestFilters } from '../browse/filters.tsx';
import { Tabs } from '../navigation/tabs.tsx';
import { clearSession } from '../platform/session.ts';
import { meOf } from '../testing/dashboards.ts';
import { brokenWords, cutTexts, overlappingTexts } from '../testing/layout.ts';
import { idOf, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { Button } from '../ui/button.tsx';
import { Facts } from '../ui/facts.tsx';
import { SwitchField } from '../ui/fields/switch-field.tsx';
import { WhereMap } from '../where/where-map.tsx';
import { Header } from './header.tsx';
import { MemberBar } from './member-frame.tsx';

let api: ReturnType<typeof answerCalls>;

/** Every call is answered so that both badges show a number of three digits. */
beforeEach(async () => {
  const account = signInAs('teacher', 'Anandkishor Venkataraman Chaturvedi');
  const body = meOf(account, { waiting: { alerts: 120, proposals: 120 } });
  api = answerCalls(() => ({ status: 200, body }));
  await page.viewport(320, 640);
});
afterEach(() => {
  document.documentElement.style.fontSize = '';
  clearSession();
  api.stop();
});

const sizes = ['100%', '115%', '130%', '150%', '200%'];
const screens = allLanguages().flatMap((language) => sizes.map((size) => ({ language, size })));

it.each(screens)(
  'in $language at a font size of $size no text of bar, tabs and account overlaps another or is cut',
  async (one) => {
    document.documentElement.style.fontSize = one.size;
    const tabs = ['Received', 'Sent messages', 'A longer third tab'].map((text, index) => ({
      search: `?tab=${index}`,
      text,
      isCurrent: index === 0,
    }));
    await show(
      <>
        <Tabs label="Tabs" tabs={tabs} />
        <AccountPage />
        <MemberBar userId={idOf(1)} />
      </>,
      one.language,
    );
    await expect.poll(() => document.querySelectorAll('nav').length).toBeGreaterThanOrEqual(2);
    const bar = [...document.querySelectorAll('nav')].at(-1);
    if (bar === undefined) throw new Error('There is no bar');
    expect(brokenWords(bar)).toEqual([]);
    expect(bar.querySelectorAll('a').length).toBe(4);
    for (const link of bar.querySelectorAll('a')) expect(link.innerText.trim()).not.toBe('');
    for (const part of document.querySelectorAll('nav')) {
      expect(overlappingTexts(part)).toEqual([]);
      expect(cutTexts(part)).toEqual([]);
    }
  },
);

it.each(screens)('in $language at a font size of $size no name on the map of places is cut', async (one) => {
  document.documentElement.style.fontSize = one.size;
  // The page's own padding.
  await show(
    <div style={{ paddingInline: '1rem' }}>
      <WhereMap isOwn={false} places={new Map()} />
    </div>,
    one.language,
  );
  await expect.poll(() => document.querySelectorAll('li a').length).toBeGreaterThanOrEqual(38);
  expect(cutTexts(document.body)).toEqual([]);
});

it.each(sizes)('at a font size of %s the user’s name in the header is not cut', async (size) => {
  document.documentElement.style.fontSize = size;
  api.stop();
  const body = meOf(signInAs('teacher', 'Md. Shamim Haque'));
  api = answerCalls(() => ({ status: 200, body }));
  await show(<Header />);
  const name = page.getByText('Md. Shamim Haque');
  await expect.element(name).toBeVisible();
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = name.element();
  expect(scrollHeight).toBeLessThanOrEqual(clientHeight + 2);
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});

it.each(screens)(
  'in $language at a font size of $size each fact has a column of more than 100 px',
  async (one) => {
    document.documentElement.style.fontSize = one.size;
    const inner = <Facts facts={[['Additional information', 'Kilometres']]} />;
    await show(
      <div style={{ inlineSize: 254, overflowWrap: 'anywhere' }}>
        <Facts
          facts={[
            ['पहली बार खोलने का समय', 'Muzaffarpur'],
            ['Privacy', inner],
          ]}
        />
      </div>,
      one.language,
    );
    const widths = [...document.querySelectorAll('dd')].map(({ clientWidth }) => clientWidth);
    expect(Math.min(...widths)).toBeGreaterThan(100);
  },
);

it.each(sizes)(
  'at a font size of %s the search field and the label of a switch are wider than 150 px',
  async (size) => {
    document.documentElement.style.fontSize = size;
    await show(
      <div style={{ inlineSize: 254 }}>
        <RequestFilters total={120} />
        <SwitchField
          isDisabled={false}
          isOn={false}
          label="यह जगह मिले तो स्वीकार है"
          name="ready"
          onChange={() => undefined}
        />
      </div>,
      'hi',
    );
    const fields = [page.getByRole('searchbox'), page.getByText('यह जगह मिले तो स्वीकार है')];
    const widths = fields.map((field) => field.element().clientWidth);
    expect(Math.min(...widths)).toBeGreaterThan(150);
  },
);

it.each(sizes)(
  'at a font size of %s the buttons that answer a proposal break and cut no word',
  async (size) => {
    document.documentElement.style.fontSize = size;
    const texts = ['हाँ, मैं सहमत हूँ', 'नहीं, मुझे नहीं चाहिए'];
    await show(
      <div style={{ inlineSize: 240 }}>
        <div className={answer.answer}>
          {texts.map((text) => (
            <Button key={text}>{text}</Button>
          ))}
        </div>
      </div>,
      'hi',
    );
    expect(brokenWords(document.body)).toEqual([]);
    expect(cutTexts(document.body)).toEqual([]);
  },
);
