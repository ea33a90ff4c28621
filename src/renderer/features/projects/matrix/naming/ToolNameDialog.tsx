/** Edits a project's own name and description of a tool, which replace the server's. */
import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '#contract/errors'
import { useEngine } from '#renderer/client/engine.ts'
import type { NamedTool } from '#renderer/features/projects/matrix/naming/namedTool.ts'
import { checkName, nameForm } from '#renderer/features/projects/matrix/naming/nameForm.ts'
import type { OwnWords } from '#renderer/features/projects/matrix/rows/cells.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Field, TextArea } from '#renderer/ui/form/Field.tsx'
import { TextField } from '#renderer/ui/form/TextField.tsx'
import { isConflict, refused, useForm } from '#renderer/ui/form/useForm.ts'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'
import { FormDialog } from '#renderer/ui/overlay/FormDialog.tsx'
import { useToasts } from '#renderer/ui/overlay/Toasts.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** The server's own name and description, for reference. */
function Original({ named }: { named: NamedTool }) {
  const { queries } = useEngine()
  const input = { server: named.slug, projectId: named.project.id }
  const { data: tools, error } = useQuery(queries.tools.list.queryOptions({ input }))
  const tool = tools?.find(({ name }) => name === named.tool)
  return (
    <section
      aria-label="Original name and description"
      className="rounded-lg border border-line bg-canvas px-3 py-2.5 text-sm"
    >
      <p className="text-xs text-muted">{visibleText(named.server)} says</p>
      <p className="mt-0.5 font-mono font-medium break-all select-text">{visibleText(named.tool)}</p>
      <p className="mt-0.5 max-h-40 overflow-y-auto break-words whitespace-pre-wrap text-muted select-text">
        {error === null ? visibleText(tool?.description ?? '') : visibleText(messageOf(error))}
      </p>
      {tool !== undefined && (
        <p className="mt-1.5 border-t border-line pt-1.5 text-xs text-muted">
          {tool.publicName === null ? (
            'Clients do not see this tool now.'
          ) : (
            <>
              Clients see it as <code className="font-mono text-ink">{visibleText(tool.publicName)}</code>
            </>
          )}
        </p>
      )}
    </section>
  )
}

export function ToolNameDialog({ named, onClose }: { named: NamedTool; onClose: () => void }) {
  const { api } = useEngine()
  const { show } = useToasts()
  const attempt = useAttempt()
  const { values: form, change, tried, submission } = useForm(nameForm(named.before))
  /** The name that the engine refused, and the reason. */
  const [taken, setTaken] = useState({ name: '', why: '' })
  const checked = checkName(form)
  const errors = tried && !checked.ok ? checked.errors : {}
  const title = visibleText(named.project.name)
  const send = ({ name, description }: OwnWords) =>
    api.projects.nameTool({
      id: named.project.id,
      server: named.slug,
      name: named.tool,
      publicName: name,
      description,
    })
  const save = async (own: OwnWords) => {
    try {
      await send(own)
    } catch (thrown) {
      if (!isConflict(thrown)) throw thrown
      setTaken({ name: own.name ?? '', why: visibleText(messageOf(thrown)) })
      return refused
    }
    onClose()
    const before = named.before ?? { name: null, description: null }
    show({
      title: `Saved name and description of ${visibleText(named.tool)} in ${title}`,
      action: { label: 'Undo', run: () => void attempt('Could not undo this', () => send(before)) },
    })
  }
  const isTaken = taken.name !== '' && taken.name === form.name.trim()
  const hasOwn = form.name.trim() !== '' || form.description.trim() !== ''
  return (
    <FormDialog
      submission={submission}
      send={checked.ok ? () => save(checked.own) : null}
      action="Save"
      title={`${visibleText(named.tool)} in ${title}`}
      description={`Used by clients and the chat of ${title}. Other projects are not affected.`}
      aside={
        <Button disabled={!hasOwn} onClick={() => change({ name: '', description: '' })}>
          <RotateCcw className="size-3.5" aria-hidden="true" />
          Reset to original
        </Button>
      }
      onClose={onClose}
    >
      <Original named={named} />
      <TextField
        label="Own name"
        hint="Leave empty to use the server’s name."
        error={isTaken ? taken.why : errors.name}
        className="font-mono text-sm"
        value={form.name}
        placeholder={visibleText(named.tool)}
        onValue={(name) => change({ name })}
      />
      <Field label="Own description" hint="Leave empty to use the server’s description." error={errors.description}>
        {(control) => (
          <TextArea
            {...control}
            rows={4}
            className="font-sans"
            value={form.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        )}
      </Field>
    </FormDialog>
  )
}
