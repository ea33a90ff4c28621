import { SectionHead } from '#renderer/features/settings/SectionHead.tsx'
import { useEngineSettings } from '#renderer/features/settings/useEngineSettings.ts'
import { NumberSetting } from '#renderer/ui/form/NumberSetting.tsx'
import { SettingRow } from '#renderer/ui/form/SettingRow.tsx'
import { Switch } from '#renderer/ui/controls/Switch.tsx'

export function RecordsSection() {
  const { settings, change } = useEngineSettings()
  return (
    <>
      <SectionHead title="Records">
        Calls are recorded on this machine, without the values of secrets, and shown under Activity.
      </SectionHead>
      {settings !== undefined && (
        <>
          <SettingRow title="Record tool calls">
            <Switch
              label="Record tool calls"
              checked={settings.recording === 'on'}
              onCheckedChange={(on) => void change({ recording: on ? 'on' : 'off' })}
            />
          </SettingRow>
          <SettingRow title="Keep records for">
            <NumberSetting
              label="Days that calls are kept"
              unit="days"
              min={1}
              max={3650}
              value={settings.keepCallsDays}
              onChange={(keepCallsDays) => void change({ keepCallsDays })}
            />
          </SettingRow>
          <SettingRow title="Maximum number of records" hint="The oldest are deleted first.">
            <NumberSetting
              label="Maximum number of records"
              unit="calls"
              min={100}
              max={10_000_000}
              value={settings.keepCallsCount}
              onChange={(keepCallsCount) => void change({ keepCallsCount })}
            />
          </SettingRow>
          <SettingRow
            title="Large arguments and results"
            hint="The newest ones that are too large for a record are kept in full."
          >
            <NumberSetting
              label="Megabytes of large results to keep"
              unit="MB"
              min={0}
              max={1_000_000}
              value={settings.keepLargeMb}
              onChange={(keepLargeMb) => void change({ keepLargeMb })}
            />
          </SettingRow>
        </>
      )}
    </>
  )
}
