/** The model of conversations that choose none: from the provider's list, or typed where there is no list. */
import { defaultModelInput, type ModelList } from '#contract/chat/model'
import { modelSources } from '#contract/chat/modelSources'
import { useEngine } from '#renderer/client/engine.ts'
import { defaultModelOptions } from '#renderer/features/settings/model/defaultModelOptions.ts'
import { OptionChoice } from '#renderer/ui/form/OptionChoice.tsx'
import { SettingRow } from '#renderer/ui/form/SettingRow.tsx'
import { TextSetting } from '#renderer/ui/form/TextSetting.tsx'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'

const label = 'Default model'

function problemOf(text: string): string | null {
  const model = text === '' ? null : text
  return defaultModelInput.safeParse({ model }).error?.issues[0]?.message ?? null
}

export function DefaultModelSetting({ list }: { list: ModelList }) {
  const { api, cache, queries } = useEngine()
  const attempt = useAttempt()
  if (modelSources[list.source.kind].isScript) return null
  const choose = (model: string) =>
    attempt('Could not change the default model', async () => {
      const key = queries.models.list.queryKey()
      cache.setQueryData(key, await api.modelSource.setDefaultModel({ model: model === '' ? null : model }))
    })
  const options = defaultModelOptions(list)
  return (
    <SettingRow
      title={label}
      hint={
        options === null
          ? 'The provider does not list its models: enter a name. Used by conversations that choose no model.'
          : 'Used by conversations that choose no model.'
      }
    >
      {options === null ? (
        <TextSetting
          label={label}
          value={list.chosenDefault ?? ''}
          problemOf={problemOf}
          onChange={(text) => void choose(text)}
        />
      ) : (
        <OptionChoice
          aria-label={label}
          className="w-64"
          value={list.chosenDefault ?? ''}
          options={options}
          onChange={(model) => void choose(model)}
        />
      )}
    </SettingRow>
  )
}
