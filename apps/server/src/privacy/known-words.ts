import { blocks, districts } from '@mutual-transfer/domain/reference/places';
import { subjects } from '@mutual-transfer/domain/reference/subjects';
import { spellingKey } from '@mutual-transfer/domain/spelling-key';
import { wordsOf } from '@mutual-transfer/domain/text';
import { blockNames, districtNames, namesOf } from './place-names.ts';

/**
 * The words that the product knows before any request is posted. They are the same for every reader, so that what is told from
 * them (another spelling, a correction) tells nothing of what requests hold.
 */

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

/** First names that many teachers bear: known for corrections of a letter, and looked up like any other word. */
const firstNames = `santosh rajesh manoj sanjay ajay vijay anil sunil ashok vinod pramod mukesh rakesh dinesh ramesh suresh mahesh
  naresh umesh ganesh deepak amit sumit rohit mohit ankit rahul ravi raju vikas vikash prakash abhishek alok arvind arun
  dharmendra jitendra nagendra rajendra surendra upendra virendra shailendra birendra ranjit ranjeet sudhir subodh
  anita sunita sangita kavita savita babita lalita mamta rekha renu rani ranjana sarita shobha sushila usha neelam poonam
  pooja priya priyanka neha nisha jyoti kiran khushboo kajal archana aarti anju manju madhu meena seema reena
  shabnam nasreen shahnaz rukhsana tarannum imran irfan shamim naushad firoz javed salim`;

const placeWords = new Set([
  ...districts.flatMap(({ code }) => districtNames(code)).flatMap(wordsOf),
  ...blocks.flatMap(({ code }) => blockNames(code)).flatMap(wordsOf),
]);
const subjectWords = new Set(subjects.flatMap(({ code }) => subjectNames(code)).flatMap(wordsOf));
const writtenWords = new Set(wordsOf(oftenWritten));

/** Words of places and subjects: a request holds each of them in both scripts. */
export const referenceWords: ReadonlySet<string> = new Set([...placeWords, ...subjectWords]);

/** Words that very many requests hold. A request holds each of them that one of its words begins with, too. */
export const commonWords: ReadonlySet<string> = new Set([...referenceWords, ...writtenWords]);

/** What a word with a letter wrong may have been meant to be. */
export const correctWords: readonly string[] = [...new Set([...commonWords, ...wordsOf(firstNames)])];

const referenceByKey = Map.groupBy(referenceWords, spellingKey);

/** The words of places and subjects that sound like that one. */
export function referenceWordsLike(word: string): readonly string[] {
  const key = spellingKey(word);
  return key.length < SHORTEST_KEY ? [] : (referenceByKey.get(key) ?? []).filter((each) => each !== word);
}

/** A key of one letter says nothing. */
export const SHORTEST_KEY = 2;

/** Every name of a subject, in any language. */
export function subjectNames(code: string): string[] {
  const subject = subjects.find((each) => each.code === code);
  return [...(subject === undefined ? [] : [subject.name]), ...namesOf('subjects', code)];
}
