/** Lists the secrets of a project by name. The values stay in the vault. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ProjectSnapshot } from '#contract/project'
import { useEngine } from '#renderer/client/engine.ts'

export function ProjectSecrets({ project, onLeave }: { project: ProjectSnapshot; onLeave: () => void }) {
  const { queries } = useEngine()
  const input = project.file === null ? { projectId: project.id } : { file: project.file }
  const { data: secrets } = useQuery({ ...queries.secrets.list.queryOptions({ input }), refetchOnMount: 'always' })
  return (
    <section className="text-sm">
      <h3 className="font-medium">Secrets</h3>
      <p className="text-xs text-muted">
        Stored in the vault; only names are shown.{' '}
        <Link
          to="/settings"
          search={{ section: 'secrets' }}
          onClick={onLeave}
          className="text-accent underline underline-offset-2"
        >
          Manage secrets
        </Link>
      </p>
      {secrets !== undefined && secrets.length > 0 ? (
        <ul aria-label="Secrets of this project" className="mt-1.5 flex flex-wrap gap-1.5">
          {secrets.map(({ name }) => (
            <li key={name} className="rounded bg-hover px-1.5 py-0.5 font-mono text-xs break-all">
              {name}
            </li>
          ))}
        </ul>
      ) : (
        secrets !== undefined && <p className="mt-1.5 text-muted">This project has no secrets.</p>
      )}
    </section>
  )
}
