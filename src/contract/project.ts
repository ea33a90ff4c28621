/** A project: a set of servers and the rules under which they are seen. */
import { z } from 'zod'
import { slug } from '#contract/servers/server'
import { naming } from '#contract/tools/tool'

export const startMode = z.enum(['lazy', 'eager', 'strict'])
export type StartMode = z.infer<typeof startMode>

/** Around the two, only what every client takes in a name: anything else would have to be changed in each of them. */
const prefixForm = /^[A-Za-z0-9_-]*(\{server\}[A-Za-z0-9_-]+\{tool\}|\{tool\}[A-Za-z0-9_-]+\{server\})[A-Za-z0-9_-]*$/
const prefixRule =
  'a prefix has {server} and {tool} once each, with letters, digits, "_" or "-" between them, for example {server}__{tool}'

/** What a person may set of a project; a new one has all of it, and every side is shown all of it. */
export const projectSetting = {
  /** Free text; no two projects have the same. */
  name: z.string().trim().min(1, 'a name is needed').max(100),
  naming,
  /** Template of a prefixed name, for example `{server}__{tool}`. */
  prefix: z.string().max(40, 'a prefix has at most 40 characters').regex(prefixForm, prefixRule),
  start: startMode,
  /** What the chat is told before everything else when it works in this project. */
  instructions: z.string().max(50_000, 'instructions have at most 50,000 characters'),
}

export const newProject = z.object({
  name: projectSetting.name,
  naming: projectSetting.naming.default('prefix-on-conflict'),
  prefix: projectSetting.prefix.default('{server}__{tool}'),
  start: projectSetting.start.default('lazy'),
  instructions: projectSetting.instructions.default(''),
} satisfies Record<keyof typeof projectSetting, z.ZodType>)
export type NewProject = z.infer<typeof newProject>
export const usualProject = newProject.omit({ name: true }).parse({})

/** What is named is changed. */
export const projectPatch = z.object(projectSetting).partial()
export type ProjectPatch = z.infer<typeof projectPatch>

export const project = z.object({
  id: z.string(),
  name: z.string(),
  naming,
  prefix: z.string(),
  start: startMode,
  instructions: z.string(),
  /** The configuration file this project mirrors, or null when it lives in the store. */
  file: z.string().nullable(),
  /** What it was called before: found by these as well, as long as no other project is called so. */
  formerNames: z.array(z.string()),
} satisfies Record<keyof typeof projectSetting, z.ZodType> & Record<string, z.ZodType>)
export type Project = z.infer<typeof project>

/** The server because of which the others of its project were not started, or stopped again. */
export const startFailure = z.object({ server: slug, message: z.string() })
export type StartFailure = z.infer<typeof startFailure>

/** A project as every side sees it. */
export const projectSnapshot = project.extend({
  /** Of a project that starts all its servers or none: why it started none; else null. */
  startFailure: startFailure.nullable(),
})
export type ProjectSnapshot = z.infer<typeof projectSnapshot>
