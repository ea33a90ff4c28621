import { engineSettings } from '#contract/setting'
import { SectionHead } from '#renderer/features/settings/SectionHead.tsx'
import { useEngineSettings } from '#renderer/features/settings/useEngineSettings.ts'
import { SettingRow } from '#renderer/ui/form/SettingRow.tsx'
import { TextSetting } from '#renderer/ui/form/TextSetting.tsx'

const rows = [
  { name: 'npmImage', title: 'Image for npm packages', hint: 'With Node and npm.' },
  { name: 'pypiImage', title: 'Image for PyPI packages', hint: 'With Python and pip.' },
  { name: 'npmRegistry', title: 'npm registry', hint: 'The registry that npm packages come from.' },
  { name: 'pypiIndex', title: 'PyPI index', hint: 'The index that PyPI packages come from.' },
] as const

export function HostingSection() {
  const { settings, change } = useEngineSettings()
  return (
    <>
      <SectionHead title="Hosting">
        Packages are installed and run in these images. A server keeps its image until you change its settings.
      </SectionHead>
      {settings !== undefined &&
        rows.map(({ name, title, hint }) => (
          <SettingRow key={name} title={title} hint={hint}>
            <TextSetting
              label={title}
              value={settings[name]}
              problemOf={(text) => engineSettings.shape[name].safeParse(text).error?.issues[0]?.message ?? null}
              onChange={(text) => void change({ [name]: text })}
            />
          </SettingRow>
        ))}
    </>
  )
}
