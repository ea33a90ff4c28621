import { FormFieldBox } from '#renderer/parts/schemaForm/FormFieldBox.tsx'
import type { FormField } from '#renderer/parts/schemaForm/formSchema.ts'
import { afterEdit, type ArgumentDraft, argumentField } from '#renderer/parts/toolRun/argumentFields.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface ArgumentFormProps {
  fields: readonly FormField[]
  inputSchema: unknown
  args: Readonly<Record<string, unknown>>
  draft: ArgumentDraft
  onDraft: (draft: ArgumentDraft) => void
}

/** A tool's arguments as a form. */
export function ArgumentForm({ fields, inputSchema, args, draft, onDraft }: ArgumentFormProps) {
  const names = new Set(fields.map(({ name }) => name))
  const others = Object.keys(args).filter((name) => !names.has(name))
  return (
    <div data-argument-form="" className="flex flex-col gap-3">
      {fields.map((one) => {
        const { field, draft: written, fault, remark } = argumentField(one, args, draft, inputSchema)
        return (
          <FormFieldBox
            key={field.name}
            field={{ ...field, description: field.kind === 'json' ? 'As JSON.' : null }}
            draft={written}
            fault={fault ?? remark ?? undefined}
            onDraft={(next) => onDraft(afterEdit(draft, args, { field, draft: next }))}
          />
        )
      })}
      {others.length > 0 && (
        <p className="text-xs break-words text-muted">Only in the JSON view: {others.map(visibleText).join(', ')}.</p>
      )}
    </div>
  )
}
