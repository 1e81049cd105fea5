import { allNameTables } from '@mutual-transfer/domain/languages/language-packs';
import type { NamedKind } from '@mutual-transfer/domain/names';
import {
  blockByCode,
  blocks,
  districtByCode,
  districts,
  otherBlockNames,
  otherDistrictNames,
} from '@mutual-transfer/domain/reference/places';
import { subjectByCode, subjects } from '@mutual-transfer/domain/reference/subjects';
import { type FilterColumn, filterColumns } from '@mutual-transfer/domain/request-filters';
import { wordsOf } from '@mutual-transfer/domain/text';
import type { PrivacySettings } from '@mutual-transfer/domain/transfer-request';
import type { RequestRow, UserRow } from '../database/schema.ts';

/** What of a request's owner is searched. */
export type SearchedPerson = Pick<UserRow, 'name' | 'school_name' | 'district' | 'block'>;

/** What of a request is searched, and what its list can be filtered by. */
export type SearchedRequest = Pick<
  RequestRow,
  Exclude<FilterColumn, PostingColumn> | 'desired_district' | 'desired_block' | 'subject' | 'reason'
>;

/** What a request's list is filtered by that is its owner's. */
type PostingColumn = 'from_district' | 'from_block';

/** Names that so many teachers and schools bear, and words that so many reasons hold, that they are looked up whole. */
const oftenWritten = `kumar kumari devi singh sinha prasad yadav ram ray rai lal das khatun begum parveen ansari md mohammad
  sharma gupta mishra pandey jha thakur paswan choudhary chaudhary mahto mandal sah shah
  कुमार कुमारी देवी सिंह सिन्हा प्रसाद यादव राम राय लाल दास खातून बेगम अंसारी शर्मा गुप्ता मिश्रा पाण्डेय झा ठाकुर पासवान चौधरी
  vidyalaya prathmik prathamik madhya madhyamik uchch ucch uchchatar utkramit rajkiya rajkiyakrit kanya urdu middle primary
  high secondary government govt tola uchcha navsrijit bigha dih chak purvi pashchimi
  विद्यालय प्राथमिक मध्य माध्यमिक उच्च उच्चतर उत्क्रमित राजकीय राजकीयकृत कन्या उर्दू टोला
  नवसृजित बिगहा डीह चक पूर्वी पश्चिमी
  family home house village husband wife parents mother father children son daughter health school teacher transfer
  distance years old care work near live
  परिवार घर गांव पति पत्नी माता पिता मां बच्चे बच्चों बेटा बेटी स्वास्थ्य स्कूल शिक्षक स्थानांतरण दूर दूरी साल वर्ष देखभाल पास`;

/** Words that very many requests hold. A request holds each of them that one of its words begins with, too, and letters. */
const commonWords = new Set([
  ...districts.flatMap(({ code }) => placeNames(code, null)).flatMap(wordsOf),
  ...blocks.flatMap(({ code, districtCode }) => placeNames(districtCode, code)).flatMap(wordsOf),
  ...subjects.flatMap(({ code }) => subjectNames(code)).flatMap(wordsOf),
  ...wordsOf(oftenWritten),
]);

/**
 * What a request is found by: its words — never one that some reader of the list would see as hidden —, the common
 * words that these begin with, and a mark for each thing the list can be filtered by.
 */
export function searchWords(
  person: SearchedPerson,
  request: SearchedRequest,
  privacy: PrivacySettings,
): string[] {
  const texts = [
    ...placeNames(request.desired_district, request.desired_block),
    ...placeNames(person.district, person.block),
    ...subjectNames(request.subject),
    request.reason,
    privacy.hideName ? '' : person.name,
    privacy.hideSchoolName ? '' : (person.school_name ?? ''),
  ];
  const words = texts.flatMap(wordsOf);
  return [...new Set([...words, ...words.flatMap(commonBeginnings), ...marksOf(person, request)])];
}

/**
 * The query for requests of which each of these words begins some word; text of PostgreSQL's type `tsquery`. A common
 * word is looked up as it stands, which is many times faster than all that begin with it and finds the same. Words are
 * letters, marks and digits, so quoting them is safe.
 */
export function wordQuery(words: readonly string[]): string {
  return words.map((word) => (isHeldWhole(word) ? `'${word}'` : `'${word}':*`)).join(' & ');
}

/** The query for requests with any of these values in a column that lists are filtered by. */
export function markQuery(column: FilterColumn, values: readonly (string | null)[]): string {
  return `(${values.map((value) => `'${markOf(column, value)}'`).join(' | ')})`;
}

/** No word holds an equals sign, so no visitor can type a mark. */
function markOf(column: FilterColumn, value: string | null): string {
  return `${column}=${value ?? ''}`;
}

function marksOf(person: SearchedPerson, request: SearchedRequest): string[] {
  const row = { ...request, from_district: person.district, from_block: person.block };
  return filterColumns.map((column) => markOf(column, row[column]));
}

function commonBeginnings(word: string): string[] {
  const beginnings = Array.from({ length: word.length }, (_, length) => word.slice(0, length));
  return beginnings.filter(isHeldWhole);
}

/** Whether each request with a word that begins so holds the beginning itself: common words and single letters. */
function isHeldWhole(word: string): boolean {
  return word.length === 1 || commonWords.has(word);
}

function placeNames(districtCode: string | null, blockCode: string | null): string[] {
  if (districtCode === null) return [];
  const district = [districtByCode(districtCode).name, ...namesOf('districts', districtCode)];
  const names = joined([...district, ...(otherDistrictNames[districtCode] ?? [])]);
  if (blockCode === null) return names;
  const block = [blockByCode(blockCode).name, ...namesOf('blocks', blockCode)];
  return [...names, ...joined([...block, ...(otherBlockNames[blockCode] ?? [])])];
}

/** Names, and those of several words as one too: `bodhgaya` is written as often as `bodh gaya`. */
function joined(names: readonly string[]): string[] {
  return [...names, ...names.filter((name) => /[ -]/.test(name)).map((name) => name.replaceAll(/[ -]/g, ''))];
}

function subjectNames(code: string): string[] {
  return [subjectByCode(code).name, ...namesOf('subjects', code)];
}

/** The names of a thing in every language that has one. */
function namesOf(kind: NamedKind, code: string): string[] {
  return [...allNameTables().values()].flatMap((tables) => tables[kind][code] ?? []);
}
