import { describe, expect, it } from 'vitest';
import { textRisks } from './text-risks.ts';

describe('a text', () => {
  it.each([
    ['Call me at 9876543210.', ['phone']],
    ['Call +91 98765 43210 now', ['phone']],
    ['09876-543-210', ['phone']],
    ['मेरा नंबर ९८७६५४३२१० है', ['phone']],
    ['９８７６５４３２１０', ['phone']],
    ['9 8 7 6 5 4 3 2 1 0', ['phone']],
    ['98*76*54*32*10', ['phone']],
    ['9|8|7|6|5|4|3|2|1|0', ['phone']],
    ['9️⃣8️⃣7️⃣6️⃣5️⃣4️⃣3️⃣2️⃣1️⃣0️⃣', ['phone']],
    ['98\u00AD7654\u200E3210', ['phone']],
    ['98765 : 43210', ['phone']],
    ['98765...43210', ['phone']],
    ['See https://example.com/x', ['link']],
    ['www.transfer-agent.in', ['link']],
    ['join wa.me/123', ['link']],
    ['write to agent@upi', ['link']],
    ['agent @ example . com', ['link']],
    ['transfer dot com', ['link']],
    ['Pay ₹500 first', ['money']],
    ['Rs. 5,000 only', ['money']],
    ['5000 rupees', ['money']],
    ['५०० रुपये दें', ['money']],
    ['दो नहीं, 2 लाख लगेंगे', ['money']],
    ['5000/- advance', ['money']],
    ['pay 50k', ['money']],
    ['20 हज़ार लगेंगे', ['money']],
    ['Send Rs 500 to 9876543210', ['phone', 'money']],
  ])('%j holds %j', (text, risks) => {
    expect(textRisks(text)).toEqual(risks);
  });

  it.each([
    'My parents are old and live there. I have taught for 15 years, since 2009.',
    'School code 10270101101, 45 km away, class 6-8, 2 children of 9 and 12.',
    'मेरे माता-पिता बूढ़े हैं। मैं 12 साल से पढ़ा रहा हूँ।',
    'Distance 120 km. In winter it takes 3 hours. Regular teacher, TRE 2, 2023-24.',
    'I am free after 4.30 p.m. on 12.06.2026 or 15/07/2026.',
    'St. Mary. In Patna my wife works.',
    'Hrs 5 a day; trs. 4',
    '5 km, class 6 kaksha, 3 thousandth',
  ])('%j holds nothing of the kind', (text) => {
    expect(textRisks(text)).toEqual([]);
  });

  it('may hold the contact of its writer where that is said, and no other', () => {
    const own = { phone: '9876543210', email: 'Asha@example.com' };
    expect(textRisks('Call +91 98765-43210 or asha@example.com', own)).toEqual([]);
    expect(textRisks('Call 9876543210 or 9876543211', own)).toEqual(['phone']);
    expect(textRisks('asha@example.com, agent@example.com', own)).toEqual(['link']);
  });
});
