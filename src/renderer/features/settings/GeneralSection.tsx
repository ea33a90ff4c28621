import { chooseTheme, type ThemeChoice, themeChoices, useThemeChoice } from '#renderer/ui/page/theme.ts'
import { SectionHead } from '#renderer/features/settings/SectionHead.tsx'
import { useEngineSettings } from '#renderer/features/settings/useEngineSettings.ts'
import { Choice } from '#renderer/ui/form/Field.tsx'
import { SettingRow } from '#renderer/ui/form/SettingRow.tsx'

const themeTitles: Record<ThemeChoice, string> = { system: 'As the system', light: 'Light', dark: 'Dark' }
const nativeTitles = { off: 'Nobody', chat: 'The chat', everyone: 'The chat and all clients' } as const

export function GeneralSection() {
  const theme = useThemeChoice()
  const { settings, change } = useEngineSettings()
  return (
    <>
      <SectionHead title="General" />
      <SettingRow title="Theme">
        <Choice
          aria-label="Theme of the page"
          className="w-56"
          value={theme}
          onChange={(event) => chooseTheme(event.target.value as ThemeChoice)}
        >
          {themeChoices.map((one) => (
            <option key={one} value={one}>
              {themeTitles[one]}
            </option>
          ))}
        </Choice>
      </SettingRow>
      {settings !== undefined && (
        <SettingRow
          title="Switchboard's own tools"
          hint="Small tools that run in Switchboard itself, for example to list its servers."
        >
          <Choice
            aria-label="Who sees Switchboard's own tools"
            className="w-56"
            value={settings.nativeTools}
            onChange={(event) => void change({ nativeTools: event.target.value as typeof settings.nativeTools })}
          >
            {Object.entries(nativeTitles).map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </Choice>
        </SettingRow>
      )}
    </>
  )
}
