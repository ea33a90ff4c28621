import { Ellipsis, KeyRound, Pencil, Trash2, X } from 'lucide-react'
import type { AccessClient, AccessToken } from '#contract/clients/access'
import { counted } from '#contract/text/counted'
import { choiceNow } from '#contract/tools/toolChoice'
import { choiceText } from '#renderer/parts/access/accessChoice.ts'
import { useProjectNames } from '#renderer/model/projects/useProjects.ts'
import { useServers } from '#renderer/model/servers/useServers.ts'
import { shortCount } from '#renderer/model/tools/toolCost.ts'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'
import { Menu } from '#renderer/ui/overlay/Menu.tsx'
import { minuteTime } from '#renderer/ui/text/times.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

function Token({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }) {
  return (
    <li className="flex items-center gap-2 text-xs text-muted">
      <KeyRound className="size-3.5" aria-hidden="true" />
      <span className="min-w-0">
        Created {minuteTime(token.createdAt)},{' '}
        {token.lastUsedAt === null ? 'never used' : `last used ${minuteTime(token.lastUsedAt)}`}
      </span>
      <IconButton label="Revoke this token" icon={<X aria-hidden="true" />} onClick={onRevoke} className="-my-1" />
    </li>
  )
}

const none: readonly never[] = []

export interface AccessRowProps {
  client: AccessClient
  onEdit: () => void
  onNewToken: () => void
  onRevoke: (tokenId: string) => void
  onRemove: () => void
}

export function AccessRow({ client, onEdit, onNewToken, onRevoke, onRemove }: AccessRowProps) {
  const projects = useProjectNames()
  const { data: servers = none } = useServers()
  const name = visibleText(client.name)
  const { tools, estimatedTokens } = client.cost
  return (
    <li data-access={client.name} className="flex items-start gap-3 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium break-words">{name}</p>
        <p className="text-sm break-words text-muted">
          {choiceText(choiceNow(client.choice, servers))}
          {client.projectId !== null && ` in ${visibleText(projects.get(client.projectId) ?? client.projectId)}`}:{' '}
          {counted(tools, 'tool')}
          {client.search ? ', through three search tools' : `, about ${shortCount(estimatedTokens)} tokens`}.
        </p>
        {client.warning !== null && <p className="text-sm text-warn">{visibleText(client.warning)}</p>}
        <ul aria-label={`Tokens of ${name}`} className="mt-1.5 flex flex-col gap-0.5">
          {client.tokens.map((token) => (
            <Token key={token.id} token={token} onRevoke={() => onRevoke(token.id)} />
          ))}
          {client.tokens.length === 0 && (
            <li className="text-xs text-warn">No token, so this client cannot connect.</li>
          )}
        </ul>
      </div>
      <IconButton label={`Edit ${name}`} icon={<Pencil aria-hidden="true" />} onClick={onEdit} />
      <Menu
        trigger={<IconButton label={`Actions for ${name}`} icon={<Ellipsis aria-hidden="true" />} />}
        entries={[
          { label: 'New token', icon: <KeyRound aria-hidden="true" />, run: onNewToken },
          { label: 'Remove', icon: <Trash2 aria-hidden="true" />, run: onRemove, danger: true },
        ]}
      />
    </li>
  )
}
