import { MessageSquarePlus } from 'lucide-react'
import { useState } from 'react'
import type { CatalogPlace } from '#contract/tools/catalog'
import { noTimeout } from '#renderer/client/api.ts'
import { useEngine } from '#renderer/client/engine.ts'
import type { Offer } from '#renderer/features/servers/offers/offers.ts'
import { OfferSheet } from '#renderer/features/servers/offers/OfferSheet.tsx'
import { ReadingView } from '#renderer/features/servers/offers/ReadingView.tsx'
import { ReadParts } from '#renderer/features/servers/offers/ReadParts.tsx'
import { promptLines } from '#renderer/features/servers/offers/resourceParts.ts'
import { useNewConversation } from '#renderer/features/servers/offers/useNewConversation.ts'
import { useReading } from '#renderer/features/servers/offers/useReading.ts'
import { CompletedField } from '#renderer/parts/template/CompletedField.tsx'
import { promptContent } from '#renderer/parts/template/promptText.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface PromptSheetProps {
  offer: Offer & { kind: 'prompt' }
  place: CatalogPlace
  onClose: () => void
}

const roles: Readonly<Record<string, string>> = { user: 'You', assistant: 'Model' }

export function PromptSheet({ offer, place, onClose }: PromptSheetProps) {
  const { api } = useEngine()
  const { entry } = offer
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [tried, setTried] = useState(false)
  const { reading, start, cancel } = useReading<readonly unknown[]>()
  const missing = entry.arguments.filter(({ name, required }) => required && (values[name] ?? '') === '')
  const onStart = () => {
    setTried(missing.length > 0)
    if (missing.length > 0) return false
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
    const input = { ...place, name: entry.name, arguments: given }
    void start(async (signal) => (await api.catalog.prompt(input, { signal, ...noTimeout })).messages ?? [])
    return true
  }
  return (
    <OfferSheet
      offer={offer}
      form={entry.arguments.map((one) => (
        <CompletedField
          key={one.name}
          {...one}
          place={place}
          reference={{ type: 'ref/prompt', name: entry.name }}
          values={values}
          error={tried && missing.includes(one) ? 'Required' : undefined}
          onChange={(value) => setValues({ ...values, [one.name]: value })}
        />
      ))}
      action="Get messages"
      isRunning={reading.kind === 'running'}
      onStart={onStart}
      onCancel={cancel}
      onClose={onClose}
    >
      <ReadingView reading={reading}>{(messages) => <Messages messages={messages} place={place} />}</ReadingView>
    </OfferSheet>
  )
}

function Messages({ messages, place }: { messages: readonly unknown[]; place: CatalogPlace }) {
  const { text, pictures } = promptContent(messages)
  const { busy, open } = useNewConversation(place)
  return (
    <div className="flex flex-col gap-3">
      {promptLines(messages).map(({ role, parts }, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <section key={index} aria-label={`Message ${index + 1}`} data-prompt-message={role}>
          <h3 className="mb-1 text-xs font-medium text-muted">{roles[role] ?? visibleText(role)}</h3>
          <ReadParts parts={parts} />
        </section>
      ))}
      {messages.length === 0 && <p className="text-sm text-muted">The prompt has no messages.</p>}
      {text !== '' && (
        <div>
          <Button disabled={busy} onClick={() => void open(text)}>
            <MessageSquarePlus className="size-4" aria-hidden="true" />
            Insert into a new conversation
          </Button>
          <p className="mt-1 text-xs text-muted">
            You can change the text there before you send it.{pictures.length > 0 && ' Pictures are left out.'}
          </p>
        </div>
      )}
    </div>
  )
}
