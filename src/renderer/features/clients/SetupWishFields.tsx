import type { ClientSnapshot } from '#contract/clients/client'
import type { ClientDoor } from '#contract/clients/clientDoor'
import { ProjectScopeChoice } from '#renderer/parts/project/ProjectChoice.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { OptionChoice } from '#renderer/ui/form/OptionChoice.tsx'
import { Switch } from '#renderer/ui/controls/Switch.tsx'

export interface SetupWish {
  readonly via: ClientDoor
  /** Null: all projects. */
  readonly projectId: string | null
  readonly takeServers: boolean
}

const doorTitles: Readonly<Record<ClientDoor, string>> = {
  stdio: 'Bridge (stdio)',
  http: 'Address and token (HTTP)',
}

const doorHints: Readonly<Record<ClientDoor, string>> = {
  stdio: 'Also works while Switchboard is closed.',
  http: 'Works while Switchboard is running. The client gets its own token.',
}

export interface SetupWishFieldsProps {
  client: ClientSnapshot
  wish: SetupWish
  onChange: (wish: SetupWish) => void
}

export function SetupWishFields({ client, wish, onChange }: SetupWishFieldsProps) {
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        {client.doors.length > 1 && (
          <Field label="Connection" hint={doorHints[wish.via]}>
            {(control) => (
              <OptionChoice
                {...control}
                value={wish.via}
                options={client.doors.map((door) => ({ value: door, title: doorTitles[door] }))}
                onChange={(via) => onChange({ ...wish, via })}
              />
            )}
          </Field>
        )}
        <Field label="Project">
          {(control) => (
            <ProjectScopeChoice
              {...control}
              value={wish.projectId}
              onChange={(projectId) => onChange({ ...wish, projectId })}
            />
          )}
        </Field>
      </div>
      {client.servers > 0 && (
        <div className="flex items-center gap-3 text-sm">
          <Switch
            label="Import its servers"
            checked={wish.takeServers}
            onCheckedChange={(takeServers) => onChange({ ...wish, takeServers })}
          />
          <p>
            Import its servers
            <span className="text-muted">: they are removed from its file and run here, once for all clients.</span>
          </p>
        </div>
      )}
    </>
  )
}
