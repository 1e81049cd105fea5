import { recordKeys } from '@mutual-transfer/domain/record-names';
import type { TextKey } from '../platform/i18n/texts/texts.ts';
import type { StoredUser } from '../platform/session.ts';

export const sectionGroups = ['season', 'people', 'operation'] as const;
export type SectionGroup = (typeof sectionGroups)[number];

interface SectionRecord {
  group: SectionGroup;
  title: TextKey;
  /** District administrators may open the section. The server refuses their calls of the others. */
  ofDistricts?: true;
  /** First segments of the paths below `/api/admin` that the section calls, unless there is only one with its name. */
  api?: readonly string[];
}

/** Sections of the Admin Panel by their names in the URL, in the order of the navigation. `admin-page.tsx` has their screens. */
const records = {
  overview: {
    group: 'season',
    title: 'admin.overview',
    ofDistricts: true,
    api: ['overview', 'desk', 'matches'],
  },
  seasons: { group: 'season', title: 'admin.seasons.title' },
  rounds: { group: 'season', title: 'rounds.title' },
  agreements: {
    group: 'season',
    title: 'admin.agreements.title',
    ofDistricts: true,
    api: ['agreements', 'orders'],
  },
  consents: { group: 'season', title: 'admin.consents.title', ofDistricts: true },
  objections: { group: 'season', title: 'admin.objections.title', ofDistricts: true },
  exclusions: { group: 'season', title: 'admin.exclusions.title', ofDistricts: true },
  plan: { group: 'season', title: 'plan.title' },
  rules: { group: 'season', title: 'rules.title' },
  users: { group: 'people', title: 'admin.users', ofDistricts: true },
  verification: {
    group: 'people',
    title: 'admin.staffList.title',
    ofDistricts: true,
    api: ['verification', 'verifications'],
  },
  reports: { group: 'people', title: 'adminReports.title', ofDistricts: true },
  texts: { group: 'people', title: 'admin.held.title', ofDistricts: true, api: ['held-texts'] },
  contacts: { group: 'people', title: 'admin.contacts.title', api: ['contacts', 'contact-patterns'] },
  announcements: { group: 'operation', title: 'admin.announcements.title', ofDistricts: true },
  paid: { group: 'operation', title: 'admin.paid', api: ['paid-users', 'payments'] },
  unexplained: { group: 'operation', title: 'admin.unexplained.title', api: [] },
  undelivered: { group: 'operation', title: 'admin.undelivered.title' },
  leaks: { group: 'operation', title: 'admin.leaks.title' },
  audit: { group: 'operation', title: 'admin.audit', ofDistricts: true },
  settings: { group: 'operation', title: 'admin.settingsSection', ofDistricts: true },
  administrators: { group: 'operation', title: 'admin.administrators' },
} as const satisfies Record<string, SectionRecord>;

export type SectionId = keyof typeof records;

export const sections: Readonly<Record<SectionId, SectionRecord>> = records;
export const sectionsInOrder = recordKeys(records);

const sectionOfPage = { person: 'users', agreement: 'agreements', season: 'seasons' } as const;

export type Screen = SectionId | keyof typeof sectionOfPage;

const screens: readonly Screen[] = [...sectionsInOrder, ...recordKeys(sectionOfPage)];

/** Returns the screen that the URL names, or the overview if the name is missing or unknown. */
export function screenOf(parameters: URLSearchParams): Screen {
  const named = parameters.get('section');
  return screens.find((screen) => screen === named) ?? 'overview';
}

/** Returns the section that the navigation marks as current. */
export function sectionOf(screen: Screen): SectionId {
  return screen in sectionOfPage
    ? sectionOfPage[screen as keyof typeof sectionOfPage]
    : (screen as SectionId);
}

/** Returns the section that calls these paths below `/api/admin`. */
export function sectionOfApi(firstSegment: string): SectionId | undefined {
  return sectionsInOrder.find((section) => (sections[section].api ?? [section]).includes(firstSegment));
}

export function isOfState({ administration }: Pick<StoredUser, 'administration'>): boolean {
  return administration?.role !== 'district';
}

export function mayOpen(user: Pick<StoredUser, 'administration'>, screen: Screen): boolean {
  return isOfState(user) || sections[sectionOf(screen)].ofDistricts === true;
}

/** Returns the query string of a section in its initial state. The overview has no name in the URL. */
export function sectionSearch(section: SectionId): string {
  return section === 'overview' ? '' : `?section=${section}`;
}

/** Returns the query string of the list that a call of the API lists, with its filters. */
export function searchOfList(call: string): string {
  const [path = '', filters = ''] = call.split('?');
  const section = sectionOfApi(path.split('/')[3] ?? '') ?? 'overview';
  return `?${new URLSearchParams([['section', section], ...new URLSearchParams(filters)])}`;
}

/** Returns the query string of the page of one person, agreement or season. */
function pageSearch(page: keyof typeof sectionOfPage, id: string): string {
  return `?section=${page}&${page}=${encodeURIComponent(id)}`;
}

export const personSearch = (id: string) => pageSearch('person', id);
export const agreementSearch = (id: string) => pageSearch('agreement', id);
export const seasonSearch = (id: string) => pageSearch('season', id);
