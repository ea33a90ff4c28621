/** Secrets of a project by name. Their values go to the vault and are never sent back to a page. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KeyRound, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '#contract/errors'
import { defaultProjectId } from '#contract/mainProject'
import type { SecretSnapshot } from '#contract/secret'
import { useEngine } from '#renderer/client/engine.ts'
import { useChosenProject } from '#renderer/model/projects/chosenProject.ts'
import { ProjectChoice } from '#renderer/parts/project/ProjectChoice.tsx'
import { useProjects } from '#renderer/model/projects/useProjects.ts'
import { SecretDialog } from '#renderer/features/settings/secrets/SecretDialog.tsx'
import { SectionHead } from '#renderer/features/settings/SectionHead.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { ConfirmDialog } from '#renderer/ui/overlay/ConfirmDialog.tsx'
import { EmptyNote } from '#renderer/ui/notes/EmptyNote.tsx'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

function Users({ usedBy }: Pick<SecretSnapshot, 'usedBy'>) {
  if (usedBy.length === 0) return <span className="text-muted">Not used by any server.</span>
  return (
    <span className="text-muted">
      Used by{' '}
      {usedBy.map((slug, index) => (
        <span key={slug}>
          {index > 0 && ', '}
          <Link
            to="/servers/$slug"
            params={{ slug }}
            search={{ tab: 'details' }}
            className="font-mono text-xs text-accent underline underline-offset-2"
          >
            {slug}
          </Link>
        </span>
      ))}
    </span>
  )
}

export function SecretsSection() {
  const { api, cache, queries } = useEngine()
  const attempt = useAttempt()
  const chosen = useChosenProject()
  const { data: projects = [] } = useProjects()
  const [projectId, setProjectId] = useState(chosen?.id ?? defaultProjectId)
  const [setting, setSetting] = useState<string | null>(null)
  const [removing, setRemoving] = useState<SecretSnapshot | null>(null)
  const project = projects.find((one) => one.id === projectId)
  const owner = project === undefined || project.file === null ? { projectId } : { file: project.file }
  const { data: secrets, error } = useQuery({
    ...queries.secrets.list.queryOptions({ input: owner }),
    refetchOnMount: 'always',
  })
  const { data: vault } = useQuery(queries.secrets.vault.queryOptions())
  // Secrets of file projects are always in the engine's own vault.
  const isOfFile = project !== undefined && project.file !== null
  const isShared = !isOfFile && (vault?.kind === 'shared' || vault?.kind === 'closed')
  const reread = () => cache.invalidateQueries({ queryKey: queries.secrets.list.key() })
  const remove = (secret: SecretSnapshot) =>
    attempt(`Could not remove ${secret.name}`, async () => {
      await api.secrets.remove({ ...owner, name: secret.name })
      await reread()
    })
  const isEmpty = secrets && secrets.length === 0
  const set = (
    <Button look="primary" size="small" onClick={() => setSetting('')}>
      <Plus className="size-4" aria-hidden="true" />
      Set a secret
    </Button>
  )
  return (
    <>
      <SectionHead title="Secrets" action={!isEmpty && set}>
        A server uses a secret by <code className="font-mono text-xs">{'${NAME}'}</code> in its command, variables,
        address or headers. Values are kept in{' '}
        {isShared ? 'the vault that engines on this database share' : 'the vault on this machine'} and are never shown
        again.
      </SectionHead>
      {projects.length > 1 && (
        <ProjectChoice aria-label="Project" className="mb-3 w-56" value={projectId} onChange={setProjectId} />
      )}
      {vault !== undefined && vault.note !== null && !isOfFile && (
        <Notice tone={vault.kind === 'closed' ? 'bad' : 'plain'} className="mb-3">
          {visibleText(vault.note)}
        </Notice>
      )}
      {error !== null && <Notice tone="bad">{visibleText(messageOf(error))}</Notice>}
      {isEmpty === true && (
        <EmptyNote action={set}>
          {projects.length > 1 ? 'This project has no secrets yet.' : 'There are no secrets yet.'} Save a key or a
          password here, so that servers can use it without having it in their settings.
        </EmptyNote>
      )}
      {secrets !== undefined && secrets.length > 0 && (
        <ul aria-label="Secrets" className="divide-y divide-line rounded-lg border border-line">
          {secrets.map((secret) => (
            <li key={secret.name} data-secret={secret.name} className="flex items-center gap-3 px-3 py-2">
              <KeyRound className="size-4 shrink-0 text-muted" aria-hidden="true" />
              <div className="min-w-0 flex-1">
                <p className="font-mono text-sm font-medium break-all">{secret.name}</p>
                <p className="text-sm">
                  <Users usedBy={secret.usedBy} />
                </p>
              </div>
              <Button size="small" onClick={() => setSetting(secret.name)}>
                New value
              </Button>
              <IconButton
                label={`Remove ${secret.name}`}
                icon={<Trash2 aria-hidden="true" />}
                onClick={() => setRemoving(secret)}
              />
            </li>
          ))}
        </ul>
      )}
      {setting !== null && (
        <SecretDialog
          name={setting}
          owner={owner}
          usedBy={secrets?.find(({ name }) => name === setting)?.usedBy ?? []}
          onSet={() => void reread()}
          onClose={() => setSetting(null)}
        />
      )}
      {removing !== null && (
        <ConfirmDialog
          title={`Remove ${removing.name}?`}
          action="Remove"
          onConfirm={() => void remove(removing)}
          onClose={() => setRemoving(null)}
        >
          <p>Its value cannot be restored.</p>
          {removing.usedBy.length > 0 && (
            <Notice tone="warn" className="mt-3">
              {removing.usedBy.join(', ')} {removing.usedBy.length === 1 ? 'uses' : 'use'} it and cannot start without
              it.
            </Notice>
          )}
        </ConfirmDialog>
      )}
    </>
  )
}
