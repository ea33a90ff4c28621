/** A project: a set of servers and the rules under which clients see them. */
import { z } from 'zod'
import { slug } from '#contract/servers/server'
import { naming } from '#contract/tools/tool'

export const startMode = z.enum(['lazy', 'eager', 'strict'])
export type StartMode = z.infer<typeof startMode>

/**
 * Besides the two placeholders, a prefix has only characters that every client accepts in a name. Any other character
 * would have to be replaced in each name.
 */
const prefixForm = /^[A-Za-z0-9_-]*(\{server\}[A-Za-z0-9_-]+\{tool\}|\{tool\}[A-Za-z0-9_-]+\{server\})[A-Za-z0-9_-]*$/
const prefixRule =
  'a prefix has {server} and {tool} once each, with letters, digits, "_" or "-" between them, for example {server}__{tool}'

/** A project's settings. A new project has all of them, and every side gets all of them. */
export const projectSetting = {
  /** Free text; unique among projects. */
  name: z.string().trim().min(1, 'a name is needed').max(100),
  naming,
  /** Template of a prefixed name, for example `{server}__{tool}`. */
  prefix: z.string().max(40, 'a prefix has at most 40 characters').regex(prefixForm, prefixRule),
  start: startMode,
  /** The chat's system prompt in this project begins with these instructions. */
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

/** Only the given fields change. */
export const projectPatch = z.object(projectSetting).partial()
export type ProjectPatch = z.infer<typeof projectPatch>

export const project = z.object({
  id: z.string(),
  name: z.string(),
  naming,
  prefix: z.string(),
  start: startMode,
  instructions: z.string(),
  /** The configuration file that this project mirrors; null if the project is kept in the store. */
  file: z.string().nullable(),
  /** Former names. They still find the project, as long as no other project has the name. */
  formerNames: z.array(z.string()),
} satisfies Record<keyof typeof projectSetting, z.ZodType> & Record<string, z.ZodType>)
export type Project = z.infer<typeof project>

/** The server whose failure kept its project's other servers from starting, or stopped them again. */
export const startFailure = z.object({ server: slug, message: z.string() })
export type StartFailure = z.infer<typeof startFailure>

/** A project in the shape that every side uses. */
export const projectSnapshot = project.extend({
  /** For a project with the start mode `strict`: why none of its servers was started; otherwise null. */
  startFailure: startFailure.nullable(),
})
export type ProjectSnapshot = z.infer<typeof projectSnapshot>
