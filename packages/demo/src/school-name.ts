import type { ClassRange } from '@mutual-transfer/domain/reference/teaching';
import type { WrittenName } from './name-lists.ts';
import { type Random, Weighted } from './random.ts';

const primary: WrittenName = ['Prathmik Vidyalaya', 'प्राथमिक विद्यालय'];
const upgradedMiddle: WrittenName = ['Utkramit Madhya Vidyalaya', 'उत्क्रमित मध्य विद्यालय'];
const middle: WrittenName = ['Madhya Vidyalaya', 'मध्य विद्यालय'];

/** Kinds of school that teach each class level, with their frequency. */
const kinds: Readonly<Record<ClassRange, Weighted<WrittenName>>> = {
  '1-5': new Weighted<WrittenName>([
    [primary, 40],
    [upgradedMiddle, 20],
    [['Navsrijit Prathmik Vidyalaya', 'नवसृजित प्राथमिक विद्यालय'], 14],
    [middle, 10],
    [['Rajkiya Prathmik Vidyalaya', 'राजकीय प्राथमिक विद्यालय'], 6],
    [['Kanya Prathmik Vidyalaya', 'कन्या प्राथमिक विद्यालय'], 5],
    [['Buniyadi Vidyalaya', 'बुनियादी विद्यालय'], 2],
  ]),
  '6-8': new Weighted<WrittenName>([
    [upgradedMiddle, 40],
    [middle, 30],
    [['Rajkiyakrit Madhya Vidyalaya', 'राजकीयकृत मध्य विद्यालय'], 10],
    [['Rajkiya Kanya Madhya Vidyalaya', 'राजकीय कन्या मध्य विद्यालय'], 10],
    [['Adarsh Madhya Vidyalaya', 'आदर्श मध्य विद्यालय'], 5],
    [['Rajkiya Buniyadi Vidyalaya', 'राजकीय बुनियादी विद्यालय'], 3],
  ]),
  '9-10': new Weighted<WrittenName>([
    [['Utkramit Madhyamik Vidyalaya', 'उत्क्रमित माध्यमिक विद्यालय'], 40],
    [['Utkramit Uchcha Vidyalaya', 'उत्क्रमित उच्च विद्यालय'], 25],
    [['Rajkiyakrit Uchcha Vidyalaya', 'राजकीयकृत उच्च विद्यालय'], 15],
    [['Uchcha Vidyalaya', 'उच्च विद्यालय'], 12],
    [['Project Kanya Uchcha Vidyalaya', 'प्रोजेक्ट कन्या उच्च विद्यालय'], 8],
  ]),
  '11-12': new Weighted<WrittenName>([
    [['Uchcha Madhyamik Vidyalaya', 'उच्च माध्यमिक विद्यालय'], 40],
    [['Utkramit Uchcha Madhyamik Vidyalaya', 'उत्क्रमित उच्च माध्यमिक विद्यालय'], 35],
    [['Rajkiyakrit Uchcha Madhyamik Vidyalaya', 'राजकीयकृत उच्च माध्यमिक विद्यालय'], 12],
    [['Kanya Uchcha Madhyamik Vidyalaya', 'कन्या उच्च माध्यमिक विद्यालय'], 8],
    [['Inter Vidyalaya', 'इंटर विद्यालय'], 5],
  ]),
};

const urduPrimary: WrittenName = ['Urdu Prathmik Vidyalaya', 'उर्दू प्राथमिक विद्यालय'];
const urduMiddle: WrittenName = ['Urdu Madhya Vidyalaya', 'उर्दू मध्य विद्यालय'];

/** First parts of village names. */
const stems: readonly WrittenName[] = [
  ['Ram', 'राम'],
  ['Bishun', 'बिशुन'],
  ['Gopal', 'गोपाल'],
  ['Madho', 'माधो'],
  ['Hari', 'हरि'],
  ['Raghunath', 'रघुनाथ'],
  ['Kishun', 'किशुन'],
  ['Sita', 'सीता'],
  ['Fateh', 'फतेह'],
  ['Sultan', 'सुल्तान'],
  ['Jagdish', 'जगदीश'],
  ['Narayan', 'नारायण'],
  ['Bhagwan', 'भगवान'],
  ['Mohan', 'मोहन'],
  ['Durga', 'दुर्गा'],
  ['Kalyan', 'कल्याण'],
  ['Daulat', 'दौलत'],
  ['Basant', 'बसंत'],
  ['Chand', 'चांद'],
  ['Rasul', 'रसूल'],
  ['Mahadeo', 'महादेव'],
  ['Lal', 'लाल'],
  ['Salem', 'सलेम'],
  ['Gauri', 'गौरी'],
  ['Bahadur', 'बहादुर'],
  ['Sheikh', 'शेख'],
  ['Debi', 'देवी'],
  ['Manik', 'मानिक'],
];

/** Last parts of village names. */
const endings: readonly WrittenName[] = [
  ['pur', 'पुर'],
  ['pur', 'पुर'],
  ['pur', 'पुर'],
  ['ganj', 'गंज'],
  ['nagar', 'नगर'],
  ['garh', 'गढ़'],
  ['patti', 'पट्टी'],
  [' Bigha', ' बिगहा'],
  [' Tola', ' टोला'],
  [' Chak', ' चक'],
  [' Dih', ' डीह'],
];

/** Draws the name of a school that teaches the class level, in the script that its teacher writes. */
export function drawSchoolName(
  teaching: { classRange: ClassRange; subjectCode: string },
  inDevanagari: boolean,
  random: Random,
): string {
  const script = inDevanagari ? 1 : 0;
  const village = random.pick(stems)[script] + random.pick(endings)[script];
  return `${drawKind(teaching, random)[script]} ${village}`;
}

function drawKind(teaching: { classRange: ClassRange; subjectCode: string }, random: Random): WrittenName {
  if (teaching.subjectCode === 'urdu' && random.chance(0.6)) {
    if (teaching.classRange === '1-5') return urduPrimary;
    if (teaching.classRange === '6-8') return urduMiddle;
  }
  return kinds[teaching.classRange].draw(random);
}
