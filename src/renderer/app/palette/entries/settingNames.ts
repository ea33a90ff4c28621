/** The names of the settings, the same as the titles on the settings page. A test compares both. */
import type { SettingsSection } from '#renderer/features/settings/settingsSections.ts'

export const settingNames: readonly (readonly [section: SettingsSection, title: string])[] = [
  ['general', 'Theme'],
  ['general', 'Switchboard’s own tools'],
  ['general', 'Client metadata document'],
  ['records', 'Record tool calls'],
  ['records', 'Keep records for'],
  ['records', 'Maximum number of records'],
  ['records', 'Large arguments and results'],
  ['permissions', 'Switchboard’s environment variables'],
  ['permissions', 'Secrets for a configuration file'],
  ['hosting', 'Image for npm packages'],
  ['hosting', 'Image for PyPI packages'],
  ['hosting', 'npm registry'],
  ['hosting', 'PyPI index'],
]
