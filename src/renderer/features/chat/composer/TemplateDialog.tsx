import { type SubmitEvent, useState } from 'react'
import type { ResourceSnapshot } from '#contract/catalog'
import { CompletedField } from '#renderer/features/chat/composer/CompletedField.tsx'
import { filledTemplate, templateNames } from '#renderer/features/chat/composer/uriTemplate.ts'
import { Button } from '#renderer/ui/Button.tsx'
import { Dialog } from '#renderer/ui/Dialog.tsx'
import { visibleText } from '#renderer/ui/visibleText.ts'

const formId = 'template'

export interface TemplateDialogProps {
  resource: ResourceSnapshot
  projectId: string
  onUri: (uri: string) => void
  onClose: () => void
}

/** Fills in the address of a resource of which a server has many. */
export function TemplateDialog({ resource, projectId, onUri, onClose }: TemplateDialogProps) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const uri = filledTemplate(resource.uri, values)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onUri(uri)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={visibleText(resource.title ?? resource.name)}
      {...(resource.description !== null && { description: visibleText(resource.description) })}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId}>
            Attach
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        {templateNames(resource.uri).map((name) => (
          <CompletedField
            key={name}
            name={name}
            description={null}
            required={false}
            projectId={projectId}
            reference={{ type: 'ref/resource', uri: resource.uri }}
            values={values}
            onChange={(value) => setValues({ ...values, [name]: value })}
          />
        ))}
        <p className="font-mono text-xs break-all text-muted">{visibleText(uri)}</p>
      </form>
    </Dialog>
  )
}
