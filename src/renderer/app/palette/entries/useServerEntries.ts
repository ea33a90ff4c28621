/** The servers, and the commands for each. */
import { useNavigate } from '@tanstack/react-router'
import { LogIn, Power, RotateCw, Server, SlidersHorizontal, Stethoscope } from 'lucide-react'
import type { PaletteEntry } from '#renderer/app/palette/paletteEntry.ts'
import { isOn, isShown, useChosenProject } from '#renderer/model/projects/chosenProject.ts'
import { useServerDialogs } from '#renderer/model/servers/serverDialogs.ts'
import { needsSignIn } from '#renderer/model/servers/signInStatus.ts'
import { useServerActions } from '#renderer/model/servers/useServerActions.ts'
import { useServers } from '#renderer/model/servers/useServers.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export function useServerEntries(): PaletteEntry[] {
  const { data: servers = [] } = useServers()
  const shown = useChosenProject()
  const actions = useServerActions()
  const dialogs = useServerDialogs()
  const navigate = useNavigate()
  return servers.flatMap((server): PaletteEntry[] => {
    const name = visibleText(server.name)
    const { slug } = server
    // If the server is not in the shown project, it is switched in the projects that have it.
    const chosen = shown !== null && isShown(shown, server) ? shown : null
    const enabled = isOn(chosen, server)
    const also = [slug, ...server.labels]
    const open = () => void navigate({ to: '/servers/$slug', params: { slug } })
    const command = (id: string, title: string, icon: typeof Power, run: () => void): PaletteEntry => ({
      id: `${id}-${slug}`,
      group: 'Commands',
      title,
      also,
      icon,
      run,
    })
    return [
      {
        id: `open-${slug}`,
        group: 'Servers',
        title: name,
        hint: slug === name.toLowerCase() ? undefined : slug,
        also: ['open', ...also],
        icon: Server,
        run: open,
      },
      command(
        'switch',
        `Switch ${name} ${enabled ? 'off' : 'on'}`,
        Power,
        () => void actions.setEnabled(server, !enabled, chosen?.id ?? null),
      ),
      ...(enabled ? [command('restart', `Restart ${name}`, RotateCw, () => void actions.restart(server))] : []),
      command('examine', `Diagnose ${name}`, Stethoscope, () => dialogs.examine(server)),
      command('edit', `Server settings: ${name}`, SlidersHorizontal, () => dialogs.editServer(server)),
      ...(needsSignIn(server) ? [command('sign-in', `Sign in to ${name}`, LogIn, open)] : []),
    ]
  })
}
