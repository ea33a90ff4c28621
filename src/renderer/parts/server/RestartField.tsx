import type { ServerSnapshot } from '#contract/servers/server'
import { restartTitles } from '#renderer/model/servers/settingTitles.ts'
import { ChoiceField, type ChoiceFieldProps } from '#renderer/ui/form/ChoiceField.tsx'
import { titledOptions } from '#renderer/ui/form/options.ts'

type RestartFieldProps = Omit<ChoiceFieldProps<ServerSnapshot['restart']>, 'label' | 'hint' | 'options'>

export function RestartField(props: RestartFieldProps) {
  return (
    <ChoiceField
      label="Restart"
      hint="Whether to restart when the process exits."
      options={titledOptions(restartTitles)}
      {...props}
    />
  )
}
