/** Chooses the model for this conversation. Shows each model's price and provider. */
import { Check, ChevronDown, GraduationCap } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { Conversation } from '#contract/chat/chat'
import { modelSources } from '#contract/chat/modelSources'
import { useChatActions } from '#renderer/features/chat/conversation/useChatActions.tsx'
import { useModelSourceDialog } from '#renderer/features/chat/source/ModelSourceDialogs.tsx'
import { chosenModelTitle, modelDetail, sourceTitle } from '#renderer/parts/modelSource/sourceWords.ts'
import { useModels } from '#renderer/model/chat/useModels.ts'
import { leftToKeeper } from '#renderer/ui/focus/leftToKeeper.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const itemLook = 'flex items-center gap-2 rounded-md px-2 py-1.5 text-sm outline-none data-highlighted:bg-hover'

export function ModelPicker({ conversation }: { conversation: Conversation }) {
  const { data: list } = useModels()
  const actions = useChatActions()
  const openSource = useModelSourceDialog()
  if (list === undefined) return <span className="h-7 w-28 animate-breathe rounded-md bg-hover" />
  const practice = modelSources[list.source.kind].isScript
  const problem = list.source.problem ?? list.problem
  const chosen = conversation.model ?? list.defaultModel
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        data-model={list.source.kind}
        className="inline-flex h-7 max-w-64 min-w-0 items-center gap-1.5 rounded-md px-2 text-sm text-muted transition-colors hover:bg-hover hover:text-ink data-[state=open]:bg-hover"
      >
        {practice && <GraduationCap className="size-4 shrink-0 text-warn" aria-hidden="true" />}
        <span className={practice ? 'truncate text-warn' : problem !== null ? 'truncate text-bad' : 'truncate'}>
          <span className="sr-only">Model: </span>
          {visibleText(chosenModelTitle(list, conversation.model))}
        </span>
        <ChevronDown className="size-3.5 shrink-0" aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          {...leftToKeeper}
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex max-h-[60vh] w-80 max-w-[calc(100vw-1rem)] animate-appear flex-col rounded-xl bg-raised p-1.5 shadow-float"
        >
          <p className="px-2 pt-1 pb-1.5 text-xs break-words text-muted">
            {practice
              ? 'The practice model is a script, not Claude. It works offline and calls tools when asked in plain words.'
              : `From ${visibleText(sourceTitle(list.source))}`}
            {problem !== null && <span className="mt-0.5 block text-bad">{visibleText(problem)}</span>}
          </p>
          {!practice && list.models.length > 0 && (
            <DropdownMenu.RadioGroup
              value={chosen ?? ''}
              onValueChange={(model) => void actions.update({ model })}
              className="min-h-0 overflow-y-auto"
            >
              {list.models.map((model) => (
                <DropdownMenu.RadioItem key={model.id} value={model.id} className={itemLook}>
                  <span className="min-w-0 flex-1">
                    <span className="block truncate">{visibleText(model.name)}</span>
                    <span className="block truncate text-xs text-muted">{modelDetail(model)}</span>
                  </span>
                  <DropdownMenu.ItemIndicator>
                    <Check className="size-4" aria-hidden="true" />
                  </DropdownMenu.ItemIndicator>
                </DropdownMenu.RadioItem>
              ))}
            </DropdownMenu.RadioGroup>
          )}
          <DropdownMenu.Separator className="my-1 h-px shrink-0 bg-line" />
          {practice ? (
            <DropdownMenu.Item className={itemLook} onSelect={() => openSource('anthropic')}>
              Use Claude…
            </DropdownMenu.Item>
          ) : (
            <DropdownMenu.Item className={itemLook} onSelect={() => openSource()}>
              Model provider…
            </DropdownMenu.Item>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
