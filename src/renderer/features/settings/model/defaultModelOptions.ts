/** The models that can be the default. Pure. */
import type { ModelList } from '#contract/chat/model'
import type { Option } from '#renderer/ui/form/options.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** The empty value means that the engine chooses. Null: the provider does not list its models. */
export function defaultModelOptions({ models, defaultModel, chosenDefault }: ModelList): Option[] | null {
  const usable = models.filter(({ lifecycle }) => lifecycle !== 'retired')
  if (usable.length === 0) return null
  const nameOf = (id: string) => visibleText(usable.find((model) => model.id === id)?.name ?? id)
  const automatic = chosenDefault === null && defaultModel !== null ? `Automatic: ${nameOf(defaultModel)}` : 'Automatic'
  const isListed = chosenDefault === null || usable.some(({ id }) => id === chosenDefault)
  return [
    { value: '', title: automatic },
    ...usable.map(({ id }) => ({ value: id, title: nameOf(id) })),
    ...(isListed ? [] : [{ value: chosenDefault, title: `${nameOf(chosenDefault)} (not listed)` }]),
  ]
}
