/** Remembered decisions about calls; each can be deleted, with Undo. */
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck, ShieldX, Trash2 } from 'lucide-react'
import type { Decision } from '#contract/decision'
import { useEngine } from '#renderer/client/engine.ts'
import { useProjectNames } from '#renderer/model/projects/useProjects.ts'
import { patternText } from '#renderer/model/questions/patternWords.ts'
import { scopeText } from '#renderer/features/settings/permissions/decisionWords.ts'
import { EmptyNote } from '#renderer/ui/notes/EmptyNote.tsx'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'
import { useToasts } from '#renderer/ui/overlay/Toasts.tsx'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export function DecisionList() {
  const { api, cache, queries } = useEngine()
  const attempt = useAttempt()
  const { show } = useToasts()
  const projects = useProjectNames()
  const { data: decisions } = useQuery({ ...queries.decisions.list.queryOptions(), refetchOnMount: 'always' })
  const reread = () => cache.invalidateQueries({ queryKey: queries.decisions.list.key() })
  const restore = (id: string) =>
    attempt('Could not restore the decision', async () => {
      await api.decisions.restore({ id })
      await reread()
    })
  const forget = ({ id, tool }: Decision) =>
    attempt('Could not forget the decision', async () => {
      await api.decisions.remove({ id })
      await reread()
      show({
        title: `Forgot the decision about ${visibleText(tool)}`,
        action: { label: 'Undo', run: () => void restore(id) },
      })
    })
  return (
    <section aria-labelledby="decisions" className="mt-8">
      <h3 id="decisions" className="font-semibold">
        Remembered decisions
      </h3>
      <p className="mb-2 text-sm text-muted">Calls that are allowed or denied without asking you.</p>
      {decisions?.length === 0 && (
        <EmptyNote>
          No remembered decisions. When Switchboard asks you about a call, you can let it remember your answer.
        </EmptyNote>
      )}
      {decisions !== undefined && decisions.length > 0 && (
        <ul aria-label="Remembered decisions" className="divide-y divide-line rounded-lg border border-line">
          {decisions.map((decision) => {
            const project = decision.projectId === null ? null : (projects.get(decision.projectId) ?? null)
            const allowed = decision.effect === 'allow'
            return (
              <li key={decision.id} data-decision={decision.tool} className="flex items-center gap-3 px-3 py-2 text-sm">
                {allowed ? (
                  <ShieldCheck className="size-4 shrink-0 text-good" aria-hidden="true" />
                ) : (
                  <ShieldX className="size-4 shrink-0 text-bad" aria-hidden="true" />
                )}
                <p className="min-w-0 flex-1 break-words">
                  {allowed ? 'Allow' : 'Deny'} <code className="font-mono text-xs">{visibleText(decision.tool)}</code>{' '}
                  of <code className="font-mono text-xs">{decision.server}</code>
                  <span className="text-muted">
                    : {patternText(decision)}, {scopeText(decision, project === null ? null : visibleText(project))}
                  </span>
                  {decision.outdated && (
                    <span className="block text-warn">The tool has changed since, so you are asked again.</span>
                  )}
                </p>
                <IconButton
                  label={`Forget the decision about ${visibleText(decision.tool)}`}
                  icon={<Trash2 aria-hidden="true" />}
                  onClick={() => void forget(decision)}
                />
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
