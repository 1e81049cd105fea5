import type { TextKey } from '../../platform/i18n/texts/texts.ts';
import type { Section } from './admin-address.ts';

export const sectionNames: Record<Section, TextKey> = {
  overview: 'admin.overview',
  seasons: 'admin.seasons.title',
  rounds: 'rounds.title',
  agreements: 'admin.agreements.title',
  plan: 'plan.title',
  rules: 'rules.title',
  users: 'admin.users',
  verification: 'admin.staffList.title',
  reports: 'adminReports.title',
  texts: 'admin.held.title',
  contacts: 'admin.contacts.title',
  announcements: 'admin.announcements.title',
  paid: 'admin.paid',
  undelivered: 'admin.undelivered.title',
  audit: 'admin.audit',
  settings: 'admin.settingsSection',
  administrators: 'admin.administrators',
};
