/** A field for the text of a file, which a person can drop, choose or paste. */
import { clsx } from 'clsx'
import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Field, TextArea } from '#renderer/ui/form/Field.tsx'

const maxFileBytes = 5_000_000

export interface FileSourceProps {
  /** The kind of file, such as "Configuration file". */
  label: string
  hint: string
  accept: string
  placeholder: string
  text: string
  error: string | null
  onChange: (text: string) => void
  onProblem: (problem: string) => void
}

export function FileSource(props: FileSourceProps) {
  const { label, hint, accept, placeholder, text, error, onChange, onProblem } = props
  const chooser = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > maxFileBytes) onProblem('This file is larger than 5 MB, so it is probably not the right one.')
    else onChange(await file.text())
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is one of three ways
    <section
      aria-label={label}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className="flex flex-col gap-4"
    >
      <div
        className={clsx(
          'flex flex-col items-center gap-2 rounded-lg border border-dashed px-4 py-6 text-center text-sm transition-colors',
          over ? 'border-accent bg-selected' : 'border-line-strong',
        )}
      >
        <FileUp className="size-5 text-muted" aria-hidden="true" />
        <p className="text-muted">{hint}</p>
        <Button size="small" onClick={() => chooser.current?.click()}>
          Choose file
        </Button>
        <input
          ref={chooser}
          type="file"
          accept={accept}
          aria-label={label}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => void take(event.target.files?.[0])}
        />
      </div>
      <Field label="Or paste its contents" error={error ?? undefined}>
        {(control) => (
          <TextArea
            {...control}
            rows={7}
            placeholder={placeholder}
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
    </section>
  )
}
