/**
 * Other names of the subjects, in both scripts, by code: short forms, and Hindi words as people type them in Latin letters. A spelling that
 * sounds the same needs no entry, because `spellingKey` finds it. One name may mean several subjects.
 */
export const otherSubjectNames: Readonly<Record<string, readonly string[]>> = {
  english: ['Angrezi', 'Angreji', 'अंग्रेजी'],
  sanskrit: ['Sanskritam'],
  'hindi-literature': ['Hindi Sahitya'],
  'english-literature': ['Angrezi Sahitya'],
  mathematics: ['Maths', 'Math', 'Ganit'],
  'statistical-mathematics': ['Statistics', 'Stats', 'Sankhyiki', 'सांख्यिकी'],
  'maths-and-science': ['Mathematics', 'Ganit Vigyan', 'Math'],
  science: ['Vigyan', 'General Science'],
  physics: ['Bhautiki', 'Bhautik', 'भौतिकी', 'भौतिक विज्ञान'],
  chemistry: ['Rasayan', 'Rasayan Shastra', 'रसायन शास्त्र', 'रसायन विज्ञान'],
  biology: ['Jeev Vigyan', 'Jiv Vigyan', 'Botany', 'Zoology', 'जीव विज्ञान'],
  'environmental-studies': ['Paryavaran', 'EVS', 'पर्यावरण'],
  'home-science': ['Grih Vigyan', 'गृह विज्ञान'],
  'social-science': ['Samajik Vigyan', 'SST', 'Social Studies', 'सामाजिक अध्ययन'],
  history: ['Itihas', 'इतिहास'],
  geography: ['Bhugol', 'भूगोल'],
  'political-science': ['Rajniti', 'Rajniti Shastra', 'Civics', 'राजनीति शास्त्र', 'राजनीति विज्ञान'],
  economics: ['Arthshastra', 'अर्थशास्त्र'],
  psychology: ['Manovigyan', 'मनोविज्ञान'],
  sociology: ['Samajshastra', 'समाजशास्त्र'],
  philosophy: ['Darshan', 'Darshan Shastra', 'दर्शन शास्त्र'],
  accountancy: ['Accounts', 'Lekhashastra', 'लेखाशास्त्र'],
  'business-studies': ['Vyavsay', 'Commerce', 'व्यवसाय अध्ययन'],
  drawing: ['Chitrakala', 'चित्रकला'],
  'fine-arts': ['Lalit Kala', 'ललित कला'],
  music: ['Sangeet', 'संगीत'],
  'physical-education': ['PT', 'Sharirik Shiksha', 'Sports', 'खेल', 'शारीरिक शिक्षा'],
  'general-subject': ['Samanya', 'Primary', 'सामान्य'],
};
