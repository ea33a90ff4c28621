import { type EngineSettings, engineSettings } from '#contract/setting'
import { chooseTheme, type ThemeChoice, useThemeChoice } from '#renderer/ui/page/theme.ts'
import { SectionHead } from '#renderer/features/settings/SectionHead.tsx'
import { useEngineSettings } from '#renderer/features/settings/useEngineSettings.ts'
import { OptionChoice } from '#renderer/ui/form/OptionChoice.tsx'
import { titledOptions } from '#renderer/ui/form/options.ts'
import { TextSetting } from '#renderer/ui/form/TextSetting.tsx'
import { SettingRow } from '#renderer/ui/form/SettingRow.tsx'

const themeTitles: Record<ThemeChoice, string> = { system: 'System', light: 'Light', dark: 'Dark' }
const nativeTitles: Record<EngineSettings['nativeTools'], string> = {
  off: 'No one',
  chat: 'The chat',
  everyone: 'The chat and all clients',
}

function documentProblem(text: string): string | null {
  return engineSettings.shape.signInClientDocument.safeParse(text).error?.issues[0]?.message ?? null
}

export function GeneralSection() {
  const theme = useThemeChoice()
  const { settings, change } = useEngineSettings()
  return (
    <>
      <SectionHead title="General" />
      <SettingRow title="Theme">
        <OptionChoice
          aria-label="Theme of the page"
          className="w-56"
          value={theme}
          options={titledOptions(themeTitles)}
          onChange={chooseTheme}
        />
      </SettingRow>
      {settings !== undefined && (
        <SettingRow
          title="Switchboard’s own tools"
          hint="Small tools that run in Switchboard itself, for example to list its servers."
        >
          <OptionChoice
            aria-label="Who sees Switchboard’s own tools"
            className="w-56"
            value={settings.nativeTools}
            options={titledOptions(nativeTitles)}
            onChange={(nativeTools) => void change({ nativeTools })}
          />
        </SettingRow>
      )}
      {settings !== undefined && (
        <SettingRow
          title="Client metadata document"
          hint="Its address is used as the client ID of sign-ins if the issuer accepts that. Leave empty to register with each issuer."
        >
          <TextSetting
            label="Address of the client metadata document"
            value={settings.signInClientDocument}
            problemOf={documentProblem}
            onChange={(signInClientDocument) => void change({ signInClientDocument })}
          />
        </SettingRow>
      )}
    </>
  )
}
