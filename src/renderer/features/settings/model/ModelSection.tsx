/** The model settings of the chat: the provider, whether it answers, and the default model. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ModelSourceKind, modelSourceKinds } from '#contract/chat/modelSources'
import { messageOf } from '#contract/errors'
import { useEngine } from '#renderer/client/engine.ts'
import { DefaultModelSetting } from '#renderer/features/settings/model/DefaultModelSetting.tsx'
import { ProviderInUse } from '#renderer/features/settings/model/ProviderInUse.tsx'
import { SectionHead } from '#renderer/features/settings/SectionHead.tsx'
import { useModels } from '#renderer/model/chat/useModels.ts'
import { ModelSourceDialog } from '#renderer/parts/modelSource/ModelSourceDialog.tsx'
import { providerWords } from '#renderer/parts/modelSource/sourceWords.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { ConfirmDialog } from '#renderer/ui/overlay/ConfirmDialog.tsx'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

type Over = { readonly kind: 'edit'; readonly wanted: ModelSourceKind } | { readonly kind: 'remove' }

export function ModelSection() {
  const { api, cache, queries } = useEngine()
  const attempt = useAttempt()
  const { data: source, error } = useQuery(queries.modelSource.get.queryOptions())
  const { data: list } = useModels()
  const [over, setOver] = useState<Over | null>(null)
  const close = () => setOver(null)
  const remove = () =>
    attempt('Could not remove the model provider', async () => {
      await api.modelSource.forget({})
      await cache.invalidateQueries({ queryKey: queries.models.key() })
      await cache.invalidateQueries({ queryKey: queries.modelSource.key() })
    })
  return (
    <>
      <SectionHead title="Model">
        The chat uses one model provider at a time. Its key is kept in the vault and never shown again.
      </SectionHead>
      {error !== null && <Notice tone="bad">{visibleText(messageOf(error))}</Notice>}
      {source !== undefined && (
        <ul aria-label="Model providers" className="divide-y divide-line rounded-lg border border-line">
          {modelSourceKinds.map((kind) => (
            <li key={kind} data-provider={kind} className="px-4 py-3">
              {kind === source.kind ? (
                <ProviderInUse
                  source={source}
                  onEdit={() => setOver({ kind: 'edit', wanted: kind })}
                  onRemove={() => setOver({ kind: 'remove' })}
                />
              ) : (
                <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
                  <div className="min-w-56 flex-1">
                    <h3 className="text-sm font-medium">{providerWords[kind].title}</h3>
                    <p className="text-sm text-muted">{providerWords[kind].text}</p>
                  </div>
                  <Button
                    size="small"
                    aria-label={`Use ${providerWords[kind].title}`}
                    onClick={() => setOver({ kind: 'edit', wanted: kind })}
                  >
                    Use…
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {list !== undefined && <DefaultModelSetting list={list} />}
      {over?.kind === 'edit' && source !== undefined && (
        <ModelSourceDialog source={source} wanted={over.wanted} onClose={close} />
      )}
      {over?.kind === 'remove' && (
        <ConfirmDialog
          title="Remove this model provider?"
          action="Remove"
          onClose={close}
          onConfirm={() => void remove()}
        >
          Its address, key and headers are forgotten. The chat then uses what the engine’s environment offers, or the
          practice model.
        </ConfirmDialog>
      )}
    </>
  )
}
