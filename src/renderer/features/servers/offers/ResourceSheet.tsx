import { useState } from 'react'
import type { CatalogPlace } from '#contract/tools/catalog'
import { noTimeout } from '#renderer/client/api.ts'
import { useEngine } from '#renderer/client/engine.ts'
import type { Offer } from '#renderer/features/servers/offers/offers.ts'
import { OfferSheet } from '#renderer/features/servers/offers/OfferSheet.tsx'
import { ReadingView } from '#renderer/features/servers/offers/ReadingView.tsx'
import { ReadParts } from '#renderer/features/servers/offers/ReadParts.tsx'
import { readParts } from '#renderer/features/servers/offers/resourceParts.ts'
import { useReading } from '#renderer/features/servers/offers/useReading.ts'
import { sizeText } from '#renderer/model/calls/callWords.ts'
import { CompletedField } from '#renderer/parts/template/CompletedField.tsx'
import { filledTemplate, templateNames } from '#renderer/parts/template/uriTemplate.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface ResourceSheetProps {
  offer: Offer & { kind: 'resource' | 'template' }
  place: CatalogPlace
  onClose: () => void
}

/** Further facts about the resource besides its description. */
function factsOf({ mediaType, size, notes }: ResourceSheetProps['offer']['entry']): string {
  const facts = [
    mediaType,
    size === null ? null : sizeText(size),
    notes === null || notes.audience.length === 0 ? null : `for ${notes.audience.join(' and ')}`,
    notes === null || notes.priority === null ? null : `priority ${notes.priority}`,
    notes === null || notes.lastModified === null ? null : `changed ${notes.lastModified}`,
  ]
  return facts.filter((one) => one !== null).join(' · ')
}

export function ResourceSheet({ offer, place, onClose }: ResourceSheetProps) {
  const { api } = useEngine()
  const { entry } = offer
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [tried, setTried] = useState(false)
  const { reading, start, cancel } = useReading<readonly unknown[]>()
  const names = entry.isTemplate ? templateNames(entry.uri) : []
  const uri = entry.isTemplate ? filledTemplate(entry.uri, values) : entry.uri
  // Variables of the query can be left out. Without a variable of the path, another resource would be read.
  const needed = names.filter((name) => !isOptional(entry.uri, name))
  const missing = needed.filter((name) => (values[name] ?? '') === '')
  const onStart = () => {
    setTried(missing.length > 0)
    if (missing.length > 0) return false
    void start(
      async (signal) => (await api.catalog.resource({ ...place, uri }, { signal, ...noTimeout })).contents ?? [],
    )
    return true
  }
  const facts = factsOf(entry)
  return (
    <OfferSheet
      offer={offer}
      facts={facts !== '' && <p className="mb-3 text-sm break-words text-muted">{visibleText(facts)}</p>}
      form={
        names.length > 0 && (
          <>
            {names.map((name) => (
              <CompletedField
                key={name}
                name={name}
                description={null}
                required={needed.includes(name)}
                place={place}
                reference={{ type: 'ref/resource', uri: entry.uri }}
                values={values}
                error={tried && missing.includes(name) ? 'Required' : undefined}
                onChange={(value) => setValues({ ...values, [name]: value })}
              />
            ))}
            <p className="font-mono text-xs break-all text-muted">{visibleText(uri)}</p>
          </>
        )
      }
      action="Read"
      isRunning={reading.kind === 'running'}
      onStart={onStart}
      onCancel={cancel}
      onClose={onClose}
    >
      <ReadingView reading={reading}>{(contents) => <ReadParts parts={readParts(contents)} />}</ReadingView>
    </OfferSheet>
  )
}

function isOptional(template: string, name: string): boolean {
  return [...template.matchAll(/\{[?&]([^{}]+)\}/g)].some(([, list = '']) =>
    list.split(',').some((one) => one.replace(/(?:\*|:\d+)$/, '').trim() === name),
  )
}
