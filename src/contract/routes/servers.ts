/** The routes of servers, and of taking them over from configuration files. */
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { clientImport, filePreview } from '#contract/clients/client'
import { equalServers } from '#contract/servers/equalServers'
import { importChoice, importResult, undoneImport } from '#contract/servers/import'
import { givenId, givenPath } from '#contract/inputBounds'
import { logLine, newServerRequest, serverChange, serverSnapshot, slug } from '#contract/servers/server'

const bySlug = z.object({ slug })
const importedText = z.object({
  text: z.string().max(5_000_000),
  /** The file that it was read from, for what in it is relative to that. */
  path: givenPath.optional(),
})

export const servers = {
  list: oc.route({ method: 'GET', path: '/servers' }).output(z.array(serverSnapshot)),
  add: oc.route({ method: 'POST', path: '/servers' }).input(newServerRequest).output(serverSnapshot),
  /** From every project. */
  remove: oc.route({ method: 'DELETE', path: '/servers/{slug}' }).input(bySlug).output(z.object({})),
  /** Takes back a removal, with settings, projects, toggles and own names, while the engine that removed it still runs. */
  restore: oc.route({ method: 'POST', path: '/servers/{slug}/restore' }).input(bySlug).output(serverSnapshot),
  /** Servers that are launched alike in different projects, and could be one. */
  equal: oc.route({ method: 'GET', path: '/servers/equal' }).output(z.array(equalServers)),
  /** Makes one of a server and those that are equal to it; their slugs lead to it. Refused with CONFLICT where none is. */
  unite: oc.route({ method: 'POST', path: '/servers/{slug}/unite' }).input(bySlug).output(serverSnapshot),
  /** Takes that back, while the engine that did it still runs. */
  separate: oc
    .route({ method: 'POST', path: '/servers/{slug}/separate' })
    .input(bySlug)
    .output(z.array(serverSnapshot)),
  /** In every project that has it. */
  setEnabled: oc
    .route({ method: 'PUT', path: '/servers/{slug}/enabled' })
    .input(z.object({ slug, enabled: z.boolean() }))
    .output(serverSnapshot),
  /** Changes what it names. Values of variables and headers can be kept without being known: null stands for them. */
  update: oc
    .route({ method: 'PATCH', path: '/servers/{slug}' })
    .input(serverChange.extend({ slug }).strict())
    .output(serverSnapshot),
  /** Stops it if it runs, forgets its failures and starts it. */
  restart: oc.route({ method: 'POST', path: '/servers/{slug}/restart' }).input(bySlug).output(serverSnapshot),
  /** What the server printed: first what is kept, then line by line as it comes. */
  log: oc
    .route({ method: 'GET', path: '/servers/{slug}/log' })
    .input(z.object({ slug, follow: z.stringbool().or(z.boolean()).default(true) }))
    .output(eventIterator(z.array(logLine))),
  /** Reads a client's configuration file, or a pasted text, and says what it holds. Nothing is started or kept. */
  previewImport: oc
    .route({ method: 'POST', path: '/servers/import/preview' })
    .input(importedText.extend({ projectId: givenId.optional() }))
    .output(filePreview),
  /** Takes over the named entries of a configuration file, or of a client as it was previewed. */
  import: oc
    .route({ method: 'POST', path: '/servers/import' })
    .input(z.union([importedText.extend(importChoice.shape), clientImport]))
    .output(importResult),
  /** Takes back all of an import, also what it replaced, while the engine that did it still runs. */
  undoImport: oc
    .route({ method: 'POST', path: '/servers/import/{id}/undo' })
    .input(z.object({ id: givenId }))
    .output(undoneImport),
}
