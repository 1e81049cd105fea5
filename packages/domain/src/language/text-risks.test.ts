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
    ['98765a43210', ['phone']],
    ['9x8x7x6x5x4x3x2x1x0', ['phone']],
    ['9876five43210', ['phone']],
    ['nine eight seven six five four three two one zero', ['phone']],
    ['Nine-Eight, 7 6 5 4 THREE two1zero', ['phone']],
    ['nineeightsevensixfivefourthreetwoonezero', ['phone']],
    ['नौ आठ सात छह पाँच चार तीन दो एक शून्य पर बात करें', ['phone']],
    ['nau aath saat chhah paanch char teen do ek shunya', ['phone']],
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
  ])('%j contains %j', (text, risks) => {
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
    'Classes six, seven, eight, nine and ten since 2009; one of two teachers, eight years, 120 km.',
    'Sections 7A, 7B, 8A, 8B, 9C of +2 High School No. 9; 6to8 in 2019-20, 9to10 in 2021-22.',
    'One, two, three, four, five: I walk five km, then six km by bus, for seven years of nine.',
    'कक्षा छह, सात, आठ, नौ और दस; एक बेटा, दो बेटियाँ; 2019 से नौ साल, एक सौ बीस किमी।',
    'Main ek teacher hoon, do bachche hain, char saal se, class 6 se 8, 45 km.',
    'Ninety nine percent; someone, anyone, twosome 9876 54321, stone 8.',
    '5 km, class 6 kaksha, 3 thousandth',
  ])('%j contains no risk', (text) => {
    expect(textRisks(text)).toEqual([]);
  });

  it('may contain the contact of its author if `own` is given, and no other contact', () => {
    const own = { phone: '9876543210', email: 'Asha@example.com' };
    expect(textRisks('Call +91 98765-43210 or asha@example.com', own)).toEqual([]);
    expect(textRisks('Call 9876543210 or 9876543211', own)).toEqual(['phone']);
    expect(textRisks('asha@example.com, agent@example.com', own)).toEqual(['link']);
  });
});
