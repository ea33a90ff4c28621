import type { ResourceSnapshot } from '#contract/tools/catalog'
import { CompletedField } from '#renderer/parts/template/CompletedField.tsx'
import { filledTemplate, templateNames } from '#renderer/parts/template/uriTemplate.ts'
import { FormDialog } from '#renderer/ui/overlay/FormDialog.tsx'
import { useForm } from '#renderer/ui/form/useForm.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface TemplateDialogProps {
  resource: ResourceSnapshot
  projectId: string
  onUri: (uri: string) => void
  onClose: () => void
}

/** Fills in the URI template of a server's resource. */
export function TemplateDialog({ resource, projectId, onUri, onClose }: TemplateDialogProps) {
  const { values, change, submission } = useForm<Readonly<Record<string, string>>>({})
  const uri = filledTemplate(resource.uri, values)
  const send = async () => {
    onUri(uri)
    onClose()
  }
  return (
    <FormDialog
      submission={submission}
      send={send}
      action="Attach"
      title={visibleText(resource.title ?? resource.name)}
      {...(resource.description !== null && { description: visibleText(resource.description) })}
      onClose={onClose}
    >
      {templateNames(resource.uri).map((name) => (
        <CompletedField
          key={name}
          name={name}
          description={null}
          required={false}
          place={{ projectId }}
          reference={{ type: 'ref/resource', uri: resource.uri }}
          values={values}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
      <p className="font-mono text-xs break-all text-muted">{visibleText(uri)}</p>
    </FormDialog>
  )
}
