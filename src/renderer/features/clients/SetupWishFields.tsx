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
  stdio: 'By a bridge that it starts',
  http: 'By the address, with a token',
}

const doorHints: Readonly<Record<ClientDoor, string>> = {
  stdio: 'Works also while Switchboard is closed.',
  http: 'Works while Switchboard runs. The token is its own.',
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
          <Field label="How it comes in" hint={doorHints[wish.via]}>
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
        <Field label="It sees">
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
            label="Take over its servers"
            checked={wish.takeServers}
            onCheckedChange={(takeServers) => onChange({ ...wish, takeServers })}
          />
          <p>
            Take over its servers
            <span className="text-muted">: they leave its file and run here, once for all clients.</span>
          </p>
        </div>
      )}
    </>
  )
}
