/** What an installation would change, server by server. Secrets are shown by name only. */
import type { ProductChange, ProductPreview, SecretChange } from '#contract/product'
import { useProjectNames } from '#renderer/model/projects/useProjects.ts'
import { LaunchLines } from '#renderer/parts/server/LaunchLines.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const actionWords = { add: 'New', update: 'Changed', keep: 'Unchanged', remove: 'Removed' } as const

function Secrets({ secrets }: { secrets: readonly SecretChange[] }) {
  return (
    <p className="mt-0.5 text-xs break-words text-muted">
      Secrets:{' '}
      {secrets.map(({ name, action }, index) => (
        // The index is the key, because a launch may use one name twice. The list changes only as a whole.
        <span key={index}>
          {index > 0 && ', '}
          <span className="font-mono">{visibleText(name)}</span>{' '}
          <span className={action === 'keep' ? undefined : 'text-ink'}>{actionWords[action].toLowerCase()}</span>
        </span>
      ))}
    </p>
  )
}

/** Names the other projects that have the same server and change with it. */
function AlsoIn({ projectIds }: { projectIds: readonly string[] }) {
  const names = useProjectNames()
  return (
    <p className="mt-0.5 text-xs break-words text-warn">
      Also changes in {projectIds.map((id) => visibleText(names.get(id) ?? id)).join(', ')}
    </p>
  )
}

function Change({ change }: { change: ProductChange }) {
  return (
    <li className="px-3 py-2.5">
      <p className="font-medium break-words">
        {visibleText(change.name)} <span className="text-xs font-normal text-muted">{actionWords[change.action]}</span>
      </p>
      {change.before !== null && <LaunchLines launch={change.before} gone />}
      <LaunchLines launch={change.launch} />
      {/* For other actions, each secret has the same action as its server. */}
      {change.action === 'update' && change.secrets.length > 0 && <Secrets secrets={change.secrets} />}
      {change.alsoIn.length > 0 && <AlsoIn projectIds={change.alsoIn} />}
    </li>
  )
}

function Needs({ needs }: Pick<ProductPreview, 'needs'>) {
  return (
    <Notice tone="plain" className="mt-3">
      <p>Required secrets. Set the missing ones in Settings, under Secrets:</p>
      <ul aria-label="Required secrets">
        {needs.map(({ name, servers, isSet }) => (
          <li key={name} className="break-words">
            <span className="font-mono text-xs">{visibleText(name)}</span>{' '}
            <span className="text-muted">
              {isSet ? 'set' : 'missing'}, used by {visibleText(servers.join(', '))}
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

export function InstallPreview({ preview }: { preview: ProductPreview }) {
  const from = preview.installedVersion
  return (
    <>
      <p className="mb-3 text-sm">
        <span className="font-medium">{visibleText(preview.name)}</span> {visibleText(preview.version)}
        {from !== null && <span className="text-muted"> replaces {visibleText(from)}</span>}
      </p>
      {preview.problems.length > 0 && (
        <Notice tone="bad" className="mb-3">
          <ul>
            {preview.problems.map((problem) => (
              <li key={problem} className="break-words">
                {visibleText(problem)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {preview.warnings.length > 0 && (
        <Notice tone="plain" className="mb-3">
          <ul aria-label="Ignored">
            {preview.warnings.map((warning) => (
              <li key={warning} className="break-words">
                {visibleText(warning)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {preview.changes.length > 0 && (
        <ul aria-label="Changes" className="divide-y divide-line rounded-lg border border-line">
          {preview.changes.map((change) => (
            <Change key={change.name} change={change} />
          ))}
        </ul>
      )}
      {preview.needs.length > 0 && <Needs needs={preview.needs} />}
    </>
  )
}
