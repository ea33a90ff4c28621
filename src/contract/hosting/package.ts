/** An npm or PyPI package that runs in a container: its name, version and arguments, and the folders shared with it. */
import { z } from 'zod'
import { inputBounds } from '#contract/inputBounds'

export const packageRegistry = z.enum(['npm', 'pypi'])
export type PackageRegistry = z.infer<typeof packageRegistry>

export const registryTitles: Readonly<Record<PackageRegistry, string>> = { npm: 'npm', pypi: 'PyPI' }

const npmName = /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/i
/** The name may have extras: `mcp[cli]`. */
const pypiName = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?(?:\[[A-Za-z0-9][A-Za-z0-9,._-]*\])?$/
const npmVersion = /^\d+\.\d+\.\d+(?:[-+][A-Za-z0-9.+-]+)?$/
const pypiVersion = /^\d[A-Za-z0-9.!+-]*$/

export function isPackageName(registry: PackageRegistry, name: string): boolean {
  return name.length <= 214 && (registry === 'npm' ? npmName : pypiName).test(name)
}

export function isPinned(registry: PackageRegistry, version: string): boolean {
  return version.length <= 128 && (registry === 'npm' ? npmVersion : pypiVersion).test(version)
}

/** A package with its version, as each registry writes it: `name@1.2.3`, `name==1.2.3`. */
export function packageText({ registry, name, version }: PackageVersion): string {
  return registry === 'npm' ? `${name}@${version}` : `${name}==${version}`
}

const program = z
  .string()
  .min(1)
  .max(214)
  .regex(/^[A-Za-z0-9@_][A-Za-z0-9@._/-]*$/, 'the name of a program in the package was expected')

export const runArguments = z
  .array(z.string().max(inputBounds.argument))
  .max(inputBounds.arguments)
  .refine(
    (all) => all.reduce((sum, one) => sum + one.length, 0) <= inputBounds.allArguments,
    'the arguments are too long',
  )

const named = { registry: packageRegistry, name: z.string().min(1).max(214) }

function checkName({ registry, name }: { registry: PackageRegistry; name: string }, context: z.RefinementCtx): void {
  if (!isPackageName(registry, name))
    context.addIssue({
      code: 'custom',
      path: ['name'],
      message: `the name of a package on ${registryTitles[registry]} was expected`,
    })
}

const version = z.string().min(1).max(128)
const pinned = z.object({ ...named, version })

export const packageVersion = pinned.superRefine((given, context) => {
  checkName(given, context)
  if (!isPinned(given.registry, given.version))
    context.addIssue({ code: 'custom', path: ['version'], message: 'must be a single exact version, such as "1.2.3"' })
})
export type PackageVersion = z.infer<typeof packageVersion>

/** `version`: one version, or a tag such as `latest`. Absent: the newest version. */
export const packageWish = z
  .object({ ...named, version: version.nullable().default(null) })
  .strict()
  .superRefine(checkName)
export type PackageWish = z.infer<typeof packageWish>

/** The package's command on this machine, kept so that the move into a container can be undone. */
const ranAs = z.object({
  command: z.string(),
  args: z.array(z.string()),
  cwd: z.string().nullable(),
})

/** A package, as stored in a server's launch. */
export const packageRun = z.object({
  ...named,
  version,
  /** Null: the program with the package's name, or its only program. */
  program: program.nullable().default(null),
  args: runArguments.default([]),
  ranAs: ranAs.nullable().default(null),
})
export type PackageRun = z.infer<typeof packageRun>

/** A package as a request names it. */
export const packageAsked = z
  .object({ ...named, version, program: program.nullable().default(null), args: runArguments.default([]) })
  .strict()
  .superRefine((given, context) => {
    checkName(given, context)
    if (!isPinned(given.registry, given.version))
      context.addIssue({
        code: 'custom',
        path: ['version'],
        message: 'must be a single exact version, such as "1.2.3"',
      })
  })

/** A folder of the engine's machine that the container sees at the same path. */
export const sharedFolder = z
  .object({
    path: z
      .string()
      .min(1)
      .max(inputBounds.path)
      .regex(/^(?:\/|[A-Za-z]:[\\/])[^\0]*$/, 'the absolute path of a folder was expected')
      .refine((path) => !path.split(/[\\/]/).includes('..'), 'a path without .. was expected')
      .refine((path) => /[^\\/:]/.test(path.replace(/^[A-Za-z]:/, '')), 'a folder below the root was expected'),
    /** False: the container can read the files but not change them. */
    writable: z.boolean().default(false),
  })
  .strict()
export type SharedFolder = z.infer<typeof sharedFolder>

export const sharedFolders = z.array(sharedFolder).max(16)

/** The absolute paths among arguments, which could be folders to share. */
export function pathsIn(args: readonly string[]): string[] {
  const values = args.map((arg) => /^--?[\w-]+=(.+)$/s.exec(arg)?.[1] ?? arg)
  return [...new Set(values.filter((value) => /^(?:\/[^/]|[A-Za-z]:[\\/])/.test(value)))]
}
