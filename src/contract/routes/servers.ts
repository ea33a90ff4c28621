/** The routes for servers, and for importing them from configuration files. */
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
  /** The path of the file that contains the text, to resolve relative paths. */
  path: givenPath.optional(),
})

export const servers = {
  list: oc.route({ method: 'GET', path: '/servers' }).output(z.array(serverSnapshot)),
  add: oc.route({ method: 'POST', path: '/servers' }).input(newServerRequest).output(serverSnapshot),
  /** Removes the server from every project. */
  remove: oc.route({ method: 'DELETE', path: '/servers/{slug}' }).input(bySlug).output(z.object({})),
  /**
   * Undoes a removal, with settings, projects, toggles and own names, as long as the engine that removed the server is
   * still running.
   */
  restore: oc.route({ method: 'POST', path: '/servers/{slug}/restore' }).input(bySlug).output(serverSnapshot),
  /** Servers with the same launch in different projects, which can be united. */
  equal: oc.route({ method: 'GET', path: '/servers/equal' }).output(z.array(equalServers)),
  /** Unites a server with its equals, whose slugs then lead to it. Refused with CONFLICT if it has no equals. */
  unite: oc.route({ method: 'POST', path: '/servers/{slug}/unite' }).input(bySlug).output(serverSnapshot),
  /** Undoes `unite`, as long as the engine that did it is still running. */
  separate: oc
    .route({ method: 'POST', path: '/servers/{slug}/separate' })
    .input(bySlug)
    .output(z.array(serverSnapshot)),
  /** Switches the server on or off in every project that has it. */
  setEnabled: oc
    .route({ method: 'PUT', path: '/servers/{slug}/enabled' })
    .input(z.object({ slug, enabled: z.boolean() }))
    .output(serverSnapshot),
  /** Changes the given fields. Null keeps a hidden value of a variable or header. */
  update: oc
    .route({ method: 'PATCH', path: '/servers/{slug}' })
    .input(serverChange.extend({ slug }).strict())
    .output(serverSnapshot),
  /** Stops the server if it is running, resets its failures and starts it. */
  restart: oc.route({ method: 'POST', path: '/servers/{slug}/restart' }).input(bySlug).output(serverSnapshot),
  /** The server's output: first the stored lines, then new ones as they come. */
  log: oc
    .route({ method: 'GET', path: '/servers/{slug}/log' })
    .input(z.object({ slug, follow: z.stringbool().or(z.boolean()).default(true) }))
    .output(eventIterator(z.array(logLine))),
  /** Reads a client's configuration file or pasted text, and reports its servers. Nothing is started or stored. */
  previewImport: oc
    .route({ method: 'POST', path: '/servers/import/preview' })
    .input(importedText.extend({ projectId: givenId.optional() }))
    .output(filePreview),
  /** Imports the named entries from a configuration file, or from a client as previewed. */
  import: oc
    .route({ method: 'POST', path: '/servers/import' })
    .input(z.union([importedText.extend(importChoice.shape), clientImport]))
    .output(importResult),
  /** Undoes a whole import, including replacements, as long as the engine that did it is still running. */
  undoImport: oc
    .route({ method: 'POST', path: '/servers/import/{id}/undo' })
    .input(z.object({ id: givenId }))
    .output(undoneImport),
}
