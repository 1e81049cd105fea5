import { allLanguages, languageEntry } from '@mutual-transfer/domain/language/language';
import { messages } from '@mutual-transfer/domain/language/packs/hi/messages';
import { names } from '@mutual-transfer/domain/language/packs/hi/names';
import { otherBlockNames } from '@mutual-transfer/domain/reference/places';
import { expect, it } from 'vitest';
import { texts as english } from './texts/en-visitor.ts';
import { texts as administrator } from './texts/hi-administrator.ts';
import { texts as member } from './texts/hi-member.ts';
import { texts as record } from './texts/hi-record.ts';
import { texts as visitor } from './texts/hi-visitor.ts';

const catalogue = JSON.stringify([visitor, member, administrator, record, messages, names.classLevels]);
const everything = JSON.stringify([catalogue, names, allLanguages().map(languageEntry)]);

/** Rejected wording → accepted wording. */
const corrections: readonly (readonly [string, string])[] = [
  ['पूरा मिलान', 'सीधी जोड़ी'],
  ['पक्की जोड़ी', 'सीधी जोड़ी'],
  ['सभी सत्र बंद', 'सभी डिवाइसों पर लॉग आउट'],
  ['पूर्ण मिलान', 'सीधी जोड़ी'],
  ['श्रेणी', 'शिक्षक का प्रकार'],
  ['नहीं बताना', 'नहीं बताया'],
  ['पढ़ ली', 'पढ़ा हुआ चिह्नित करें'],
  ['यह भी माँगें', 'यहाँ के लिए भी अनुरोध डालें'],
  ['सहायता से', 'व्यवस्थापक से'],
  ['प्रशासक', 'व्यवस्थापक'],
  ['साथ चलेंगे', 'नई जगह से जुड़ जाएँगे'],
  ['जो कुछ रखा है', 'जो भी जानकारी रखी गई है'],
  ['वापस लिया"', 'वापस लिया गया'],
  ['समय बीत गया', 'अवधि समाप्त'],
  ['मध्यम', 'सामान्य'],
  ['सब हटाएँ', 'फ़िल्टर हटाएँ'],
  ['"कहाँ"', 'इच्छित स्थान'],
  ['"कहाँ से"', 'वर्तमान स्थान'],
  ['इन शिक्षक ने', 'इन्होंने'],
  ['इन शिक्षक को', 'इन्हें'],
  [' गलत', 'ग़लत'],
  [' कदम', 'क़दम'],
  ['अंतिम घड़ी', 'अंतिम समय'],
  ['शिक्षक जा चुके हैं', 'योगदान'],
  ['अलर्ट', 'सूचना'],
  ['भुगतान आ रहा है', 'भुगतान प्रक्रिया में है'],
  ['उच्च प्राथमिक (6-8)', 'मध्य (उच्च प्राथमिक)'],
  ['विभाग में लंबित', 'आवेदन करना बाकी'],
  ['चक्र पूरा हुआ है', 'नया चक्र बन सकता है'],
  ['"10 अंक"', '10 अंकों का नंबर'],
  ['अनुमति जाँची', 'खुल रहा है…'],
  [' खाली', 'ख़ाली'],
  ['"खाली', '"ख़ाली'],
  ['पदस्थापना', 'पदस्थापन'],
  ['कर चुकों', 'भुगतान कर चुके शिक्षक'],
  ['किसके साथ', 'किसके बारे में'],
  ['ओटीपी दे दिया', 'मैंने ओटीपी से पुष्टि कर दी'],
  ['में कैसे पहुँच', 'के लिए क्या कर सकते हैं?'],
  ['की आपकी इच्छा से', 'आप {place} जाना चाहते हैं: {formatted} शिक्षक मिले'],
  ['नियम आपको', 'का तबादला बन सकता है'],
  ['सदस्यों में से', 'सदस्यों की जगह दूसरा शिक्षक लेकर'],
  ['ब्लॉक', 'रोकें या शिकायत करें'],
  ['दूसरे आपका क्या देखते', 'दूसरों को आपका क्या दिखता है'],
  ['({date} की योजना)', '({date} की गणना)'],
  ['नक़्शे पर ज़िला', 'ज़िला चुनें'],
  ['पंजीकरण', 'आपकी बताई जगह के लिए'],
  ['मना हुआ', 'मना कर दिया गया'],
  ['जाऊँगा', 'यह जगह मिले तो मुझे स्वीकार है'],
  ['कार्यमुक्त', 'विरमित'],
  // Teachers write messages (संदेश); the product sends notices (सूचना).
  ['आपकी सूचना ', 'आपका संदेश'],
];

/** Two spellings or synonyms of one word → the one that the product uses. */
const onlyForms: readonly (readonly [string, string])[] = [
  ['बाक़ी', 'बाकी'],
  ['हिन्दी', 'हिंदी'],
  ['पंजीकर', 'खाता बनाएँ'],
  ['ई-मेल', 'ईमेल'],
  ['एसएमएस', 'SMS'],
  ['उपकरण', 'डिवाइस'],
  ['पृष्ठ', 'पन्ना'],
  ['जवाब', 'उत्तर'],
  ['एडमिन', 'व्यवस्थापक'],
  ['कम-से-कम', 'कम से कम'],
];

it.each(corrections)('no text uses %s, and some text uses %s instead', (before, after) => {
  expect(textsWith(catalogue, before)).toEqual([]);
  expect(textsWith(catalogue, after)).not.toEqual([]);
});

it.each(onlyForms)('no text or name uses %s, and one uses %s', (before, after) => {
  expect(textsWith(everything, before)).toEqual([]);
  expect(textsWith(everything, after)).not.toEqual([]);
});

it('no word has two forms with a slash for men and women', () => {
  expect(catalogue.match(/[\u0900-\u097f]+\/[\u0900-\u097f]+/g)).toBeNull();
});

it('the word for date has one spelling', () => {
  expect(catalogue.match(/तारीख(?!़)/g)).toBeNull();
});

it('any block of a district is inflected in a sentence', () => {
  expect(visitor.place.withinAnyBlockOf).toBe('{district} के किसी भी प्रखंड');
});

/** Returns the part of the catalogue around each occurrence, so that a failing test names the text. */
function textsWith(texts: string, words: string): string[] {
  const pieces = texts.split(words);
  return pieces.slice(1).map((after, index) => `${pieces[index]?.slice(-30)}${words}${after.slice(0, 30)}`);
}

it('a block is found by its local name', () => {
  expect(otherBlockNames['bagaha-2']).toContain('सिधांव');
});

it('short names of districts are whole words', () => {
  const tiles = Object.values(names.tiles ?? {}).map((name) => name.replaceAll('\u200B', ''));
  const whole = Object.values(names.districts);
  const isWhole = (name: string) => whole.includes(name) || /^(पू|प)\. चंपारण$/.test(name);
  expect(tiles.filter((name) => !isWhole(name))).toEqual([]);
});

it('the option for no block filter and the option for any block have different texts', () => {
  const { filter } = visitor.browse;
  for (const { any } of [filter.block, filter.fromBlock]) expect(any).not.toBe(visitor.place.anyBlock);
  const { block, fromBlock } = english.browse.filter;
  for (const { any } of [block, fromBlock]) expect(any).not.toBe(english.place.anyBlock);
});
