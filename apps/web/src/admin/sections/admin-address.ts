/** Sections of the Admin Panel in their groups, by their names in the URL. The first has no name there. */
export const sectionGroups = {
  season: ['overview', 'seasons', 'rounds', 'agreements', 'plan', 'rules'],
  people: ['users', 'verification', 'reports', 'texts', 'contacts'],
  operation: ['announcements', 'paid', 'undelivered', 'audit', 'settings', 'administrators'],
} as const;

export type SectionGroup = keyof typeof sectionGroups;
export type Section = (typeof sectionGroups)[SectionGroup][number];

/** A section, or the page of one person, agreement or season. */
export type Screen = Section | 'person' | 'agreement' | 'season';

/** All sections in the order of the navigation. */
export const sectionsInOrder: readonly Section[] = Object.values(sectionGroups).flat();
const firstSection = sectionGroups.season[0];
const screens: readonly Screen[] = [...sectionsInOrder, 'person', 'agreement', 'season'];

/** Returns the screen that the URL names, or the first section if the name is missing or unknown. */
export function screenOf(parameters: URLSearchParams): Screen {
  const named = parameters.get('section');
  return screens.find((screen) => screen === named) ?? firstSection;
}

/** Returns the section that the navigation marks as current. For the page of one row, it is the section of the list. */
export function sectionOf(screen: Screen): Section {
  if (screen === 'person') return 'users';
  if (screen === 'agreement') return 'agreements';
  return screen === 'season' ? 'seasons' : screen;
}

/** Returns the query string of a section in its initial state. */
export function sectionSearch(section: Section): string {
  return section === firstSection ? '' : `?section=${section}`;
}

/** Returns the query string of a teacher's page. */
export function personSearch(id: string): string {
  return `?section=person&person=${encodeURIComponent(id)}`;
}

/** Returns the query string of an agreement's page. */
export function agreementSearch(id: string): string {
  return `?section=agreement&agreement=${encodeURIComponent(id)}`;
}

/** Returns the query string of a season's page. */
export function seasonSearch(id: string): string {
  return `?section=season&season=${encodeURIComponent(id)}`;
}
