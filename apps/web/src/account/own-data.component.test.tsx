import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { idOf } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { OwnData } from './own-data.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

const stored = {
  account: {
    _id: idOf(1),
    name: 'active',
    district: 'Patna',
    currentDistrict: 'Patna',
    postingBlock: 'Patna Sadar',
    subject: 'Mathematics',
    privacySettings: { hidePhone: true },
    joinedOn: '2019-07-01',
  },
  requests: [
    {
      user_id: idOf(1),
      desired_district: 'gaya',
      desired_block: 'bodh-gaya',
      subject: 'mathematics',
      status: 'active',
      created_at: '2026-09-26T09:42:59.889Z',
      former_reason: 'active',
      stands_back: true,
    },
    { desired_district: 'saran', desired_block: null },
  ],
  agreements: [{ to_block: 'bodh-gaya', state: 'lapsed', reason: 'deadline' }],
  agreementSteps: [{ kind: 'undone', concerns: 'joined' }],
  payments: [{ amount_paise: 25_000, status: 'paid' }],
  alertsSent: [],
  unheardOf: [{ its_field: 'a value' }],
};

it.each([
  {
    language: 'en' as const,
    open: 'Read it here',
    lead: /^Stored about you on/,
    headings: [
      'Account',
      'Requests',
      'Proposals and agreements',
      'Your steps in agreements',
      'Payments',
      'unheardOf',
    ],
    facts: [
      'Desired block Bodh Gaya',
      'Desired block Any block',
      'State Active',
      'Phone hidden Yes',
      'Name active',
      'Amount ₹250',
      'Reason before the change active',
      'Listed after newer requests Yes',
      'Reason Deadline',
      'State Lapsed',
      'Kind Step taken back',
      'Step Joined',
    ],
    empty: 'Nothing is stored in: Messages you sent.',
  },
  {
    language: 'hi' as const,
    open: 'यहीं पढ़ें',
    lead: /तक आपके बारे में रखी गई जानकारी/,
    headings: ['खाता', 'अनुरोध', 'प्रस्ताव और समझौते', 'समझौतों में आपके क़दम', 'भुगतान', 'unheardOf'],
    facts: [
      'इच्छित प्रखंड बोधगया',
      'इच्छित प्रखंड कोई भी प्रखंड',
      'स्थिति सक्रिय',
      'फ़ोन छिपा है हाँ',
      'नाम active',
      'राशि ₹250',
      'बदलने से पहले का कारण active',
      'सूची में नए अनुरोधों के बाद हाँ',
      'कारण समय-सीमा',
      'स्थिति समय-सीमा समाप्त',
      'कौन-सा चरण योगदान',
    ],
    empty: 'इनमें कुछ नहीं रखा है: भेजे हुए संदेश।',
  },
])(
  'the data export is also shown as a page, in $language',
  async ({ language, open, lead, headings, facts, empty }) => {
    api = answerCalls((path) => ({ status: 200, body: path === '/api/auth/export' ? stored : {} }));
    await show(<OwnData userId={idOf(1)} />, language);
    await page.getByRole('button', { name: open }).click();
    await expect.element(page.getByText(empty)).toBeVisible();
    await expect.element(page.getByText(lead)).toHaveFocus();
    expect(
      page
        .getByRole('heading')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(headings);
    const shown = [...document.querySelectorAll('th')].map(
      (name) => `${name.textContent} ${name.nextElementSibling?.textContent}`,
    );
    expect(shown).toEqual(expect.arrayContaining(facts));
    // Aliases are shown once, and database ids only in the download.
    expect(shown.join()).not.toContain(idOf(1));
    expect(shown.filter((fact) => /Patna$|पटना$/.test(fact))).toHaveLength(1);
  },
);
