/** A field whose values the server can complete. */
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { CatalogPlace } from '#contract/tools/catalog'
import { useEngine } from '#renderer/client/engine.ts'
import { Field, TextBox } from '#renderer/ui/form/Field.tsx'
import { useDebounced } from '#renderer/ui/page/useDebounced.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export type CompletionRef = { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string }

export interface CompletedFieldProps {
  place: CatalogPlace
  reference: CompletionRef
  name: string
  description: string | null
  required: boolean
  values: Readonly<Record<string, string>>
  error?: string | undefined
  onChange: (value: string) => void
}

const maxShown = 50

export function CompletedField(props: CompletedFieldProps) {
  const { place, reference, name, description, required, values, error, onChange } = props
  const { queries } = useEngine()
  const list = useId()
  const value = values[name] ?? ''
  const asked = useDebounced(value, 200)
  const { data } = useQuery({
    ...queries.catalog.complete.queryOptions({
      input: { ...place, ref: reference, argument: { name, value: asked }, context: { ...values } },
    }),
    gcTime: 0,
  })
  return (
    <Field
      label={`${visibleText(name)}${required ? '' : ' (optional)'}`}
      hint={description === null ? undefined : visibleText(description)}
      hintStays
      error={error}
    >
      {(control) => (
        <>
          <TextBox {...control} value={value} list={list} onChange={(event) => onChange(event.target.value)} />
          <datalist id={list}>
            {data?.values.slice(0, maxShown).map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
