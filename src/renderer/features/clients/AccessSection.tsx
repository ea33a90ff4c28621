/** The clients with their own tokens: what each client sees, how many tokens its tools cost, and its access tokens. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { AccessClient } from '#contract/clients/access'
import { messageOf } from '#contract/errors'
import { useEngine } from '#renderer/client/engine.ts'
import { AccessDialog } from '#renderer/parts/access/AccessDialog.tsx'
import { AccessRow } from '#renderer/features/clients/AccessRow.tsx'
import { NewClientDialogs } from '#renderer/parts/access/NewClientDialogs.tsx'
import { NewTokenDialog } from '#renderer/parts/access/NewTokenDialog.tsx'
import { useNewToken } from '#renderer/parts/access/useNewToken.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { ConfirmDialog } from '#renderer/ui/overlay/ConfirmDialog.tsx'
import { EmptyNote } from '#renderer/ui/notes/EmptyNote.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

type Over =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit'; readonly client: AccessClient }
  | { readonly kind: 'token'; readonly client: AccessClient; readonly token: string }
  | { readonly kind: 'remove'; readonly client: AccessClient }
  | { readonly kind: 'revoke'; readonly client: AccessClient; readonly tokenId: string }

export function AccessSection() {
  const { api, cache, queries } = useEngine()
  const attempt = useAttempt()
  const [over, setOver] = useState<Over | null>(null)
  const { data: clients, error } = useQuery({ ...queries.access.list.queryOptions(), refetchOnMount: 'always' })
  const close = () => setOver(null)
  const { change: wantedId } = useSearch({ from: '/clients' })
  const navigate = useNavigate()
  const wanted = clients?.find(({ id }) => id === wantedId)
  const [opened, setOpened] = useState<string | null>(null)
  if (wanted !== undefined && wanted.id !== opened) {
    setOpened(wanted.id)
    setOver({ kind: 'edit', client: wanted })
  }
  const isTaken = wanted !== undefined
  useEffect(() => {
    // The address is replaced, so that neither Back nor closing the dialog opens the dialog again.
    if (isTaken) void navigate({ to: '/clients', search: {}, replace: true })
  }, [isTaken, navigate])
  const change = (failure: string, act: () => Promise<unknown>) =>
    attempt(failure, async () => {
      await act()
      await cache.invalidateQueries({ queryKey: queries.access.list.key() })
    })
  const createToken = useNewToken()
  const makeToken = async (client: AccessClient) => {
    const token = await createToken(client)
    if (token !== null) setOver({ kind: 'token', client, token })
  }
  return (
    <section aria-labelledby="clients-access">
      <div className="mb-2 flex flex-wrap items-start gap-3">
        <div className="min-w-56 flex-1">
          <h2 id="clients-access" className="font-semibold">
            Clients with their own token
          </h2>
          <p className="text-sm text-muted">Each client sees only what you select, and can be revoked on its own.</p>
        </div>
        <Button size="small" onClick={() => setOver({ kind: 'add' })}>
          <Plus className="size-3.5" aria-hidden="true" />
          Add client
        </Button>
      </div>
      {error !== null && <Notice tone="bad">{visibleText(messageOf(error))}</Notice>}
      {clients?.length === 0 && (
        <EmptyNote>No client has its own token yet. Clients with the owner’s token may use everything.</EmptyNote>
      )}
      {clients !== undefined && clients.length > 0 && (
        <ul aria-label="Clients with a token" className="divide-y divide-line rounded-lg border border-line bg-surface">
          {clients.map((client) => (
            <AccessRow
              key={client.id}
              client={client}
              onEdit={() => setOver({ kind: 'edit', client })}
              onNewToken={() => void makeToken(client)}
              onRevoke={(tokenId) => setOver({ kind: 'revoke', client, tokenId })}
              onRemove={() => setOver({ kind: 'remove', client })}
            />
          ))}
        </ul>
      )}
      {over?.kind === 'add' && <NewClientDialogs projectId={null} onClose={close} />}
      {over?.kind === 'edit' && (
        <AccessDialog
          client={over.client}
          onClose={close}
          onSaved={() => {
            close()
            void cache.invalidateQueries({ queryKey: queries.access.list.key() })
          }}
        />
      )}
      {over?.kind === 'token' && <NewTokenDialog client={over.client} token={over.token} onClose={close} />}
      {over?.kind === 'revoke' && (
        <ConfirmDialog
          title={`Revoke this token of ${visibleText(over.client.name)}?`}
          action="Revoke"
          onClose={close}
          onConfirm={() =>
            void change('Could not revoke the token', () => api.access.revokeToken({ id: over.tokenId }))
          }
        >
          Whatever uses this token loses access at once. This cannot be undone.
        </ConfirmDialog>
      )}
      {over?.kind === 'remove' && (
        <ConfirmDialog
          title={`Remove ${visibleText(over.client.name)}?`}
          action="Remove"
          onClose={close}
          onConfirm={() => void change('Could not remove the client', () => api.access.remove({ id: over.client.id }))}
        >
          {over.client.tokens.length === 1 ? 'Its token stops' : `Its ${over.client.tokens.length} tokens stop`}{' '}
          working, and its sessions end.
        </ConfirmDialog>
      )}
    </section>
  )
}
