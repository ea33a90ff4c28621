import { expect, test } from 'vitest'
import { settingNames } from '#renderer/app/palette/entries/settingNames.ts'

const sources = import.meta.glob<string>('../../../features/settings/**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('every setting of the settings page can be found by its name, and no other', () => {
  const page = Object.values(sources).join('\n')
  const titles = [...page.matchAll(/<SettingRow\s+(?:key=\{\w+\}\s+)?title="([^"]+)"/g)].map(([, title]) => title)
  expect(titles.length).toBeGreaterThan(5)
  const names = settingNames.map(([, title]) => title)
  expect(titles.filter((title) => !names.includes(title ?? ''))).toEqual([])
  expect(names.filter((name) => !page.includes(`'${name}'`) && !page.includes(`"${name}"`))).toEqual([])
})
