/** The sections of the settings page, with their addresses. */
export const settingsSections = [
  { id: 'general', title: 'General' },
  { id: 'model', title: 'Model' },
  { id: 'records', title: 'Records' },
  { id: 'secrets', title: 'Secrets' },
  { id: 'permissions', title: 'Permissions' },
  { id: 'hosting', title: 'Hosting' },
  { id: 'products', title: 'Products' },
  { id: 'about', title: 'About' },
] as const

export type SettingsSection = (typeof settingsSections)[number]['id']

export function settingsSearch(search: Record<string, unknown>): { section?: SettingsSection } {
  const found = settingsSections.find(({ id }) => id === search['section'])
  return found === undefined ? {} : { section: found.id }
}
