/**
 * The project of a new conversation. While all projects are shown, a person can choose another one before the first
 * message.
 */
import { useNavigate } from '@tanstack/react-router'
import { useEngine } from '#renderer/client/engine.ts'
import { emptyConversation } from '#renderer/features/chat/start/openEmpty.ts'
import { useChosenProject } from '#renderer/model/projects/chosenProject.ts'
import { useProjects } from '#renderer/model/projects/useProjects.ts'
import { ProjectChoice } from '#renderer/parts/project/ProjectChoice.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'

export function StartProject({ projectId }: { projectId: string }) {
  const { api } = useEngine()
  const { data: projects = [] } = useProjects()
  const chosen = useChosenProject()
  const navigate = useNavigate()
  const attempt = useAttempt()
  if (projects.length < 2 || chosen !== null) return null
  const choose = (wanted: string) =>
    attempt('Could not open a conversation in that project', async () => {
      const id = await emptyConversation(api, wanted)
      await navigate({ to: '/chat/$id', params: { id }, replace: true })
    })
  return (
    <div className="mt-4 max-w-sm">
      <Field
        label="Project of this conversation"
        hint="All projects are selected on the left, but a conversation uses the tools of only one."
      >
        {(control) => <ProjectChoice {...control} value={projectId} onChange={(wanted) => void choose(wanted)} />}
      </Field>
    </div>
  )
}
