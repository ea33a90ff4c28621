/** Finds out which file a command runs, which others it could mean, and the versions of its interpreters. */
import { realpath } from 'node:fs/promises'
import { durationText } from '#contract/text/durationText'
import { type AppError, messageOf } from '#contract/errors'
import type { StdioLaunch } from '#contract/servers/server'
import { resolveCommand, runnableFiles } from '#engine/connections/processes/launch/resolveCommand'
import { searchFor } from '#engine/connections/processes/launch/startProcess'
import { askProgram, type AskParts } from '#engine/doctor/askProgram'
import type { ExaminationSteps } from '#engine/doctor/examinationSteps'
import { programsToAsk } from '#engine/doctor/programs'

type Environment = Readonly<Record<string, string | undefined>>

export interface CommandParts extends AskParts {
  /** The engine's own environment, whose PATH is searched if the server sets none. */
  readonly environment: Environment
  /** The environment with the PATH of the person's login shell, which may find more than the engine's own. */
  readonly shellEnvironment: () => Promise<Environment>
}

export interface FoundCommand {
  /** Why the command cannot be run; null if it can. */
  readonly problem: AppError | null
  /** Where the login shell finds a command that is not on the PATH. */
  readonly shellFinds: string | null
}

const versionLimitMs = 5_000

export async function examineCommand(
  launch: StdioLaunch,
  parts: CommandParts,
  steps: ExaminationSteps,
): Promise<FoundCommand> {
  steps.begin('command')
  const search = searchFor(launch, parts.environment)
  let file: string
  try {
    file = resolveCommand(search)
  } catch (thrown) {
    const shellFinds = await findInShell(launch, parts)
    if (shellFinds !== null) steps.find('your login shell finds', shellFinds)
    return { problem: thrown as AppError, shellFinds }
  }
  const target = await realpath(file).catch(() => file)
  steps.find('runs', target === file ? file : `${file}, which is ${target}`)
  const others = await otherFiles(runnableFiles(search), target)
  if (others.length > 0) steps.find('also on the PATH', others.join(', '))
  await askVersions(launch, parts, steps)
  return { problem: null, shellFinds: null }
}

async function findInShell({ command, cwd }: StdioLaunch, { shellEnvironment }: CommandParts): Promise<string | null> {
  const { PATH = '' } = await shellEnvironment()
  return runnableFiles(searchFor({ command, env: { PATH }, cwd }, {}))[0] ?? null
}

async function askVersions(launch: StdioLaunch, parts: CommandParts, steps: ExaminationSteps): Promise<void> {
  const programs = programsToAsk(launch.command, launch.args)
  if (programs.length === 0) return
  steps.begin('program')
  const versions = await Promise.all(programs.map((program) => versionOf(program, launch, parts)))
  for (const [place, program] of programs.entries()) steps.find(program, versions[place] ?? '')
}

async function versionOf(command: string, { env, cwd }: StdioLaunch, parts: CommandParts): Promise<string> {
  const spec = { label: 'doctor', command, args: ['--version'], env, cwd }
  try {
    const { stdout, stderr, code } = await askProgram(parts, spec, versionLimitMs)
    if (code === null) return `did not report its version within ${durationText(versionLimitMs)}`
    return firstLine(stdout) || firstLine(stderr) || `printed nothing (exit code ${code})`
  } catch (thrown) {
    return messageOf(thrown)
  }
}

/** Drops paths that lead to the same file. */
async function otherFiles(files: readonly string[], target: string): Promise<string[]> {
  const targets = await Promise.all(files.map((file) => realpath(file).catch(() => file)))
  return files.filter((_file, place) => targets[place] !== target && targets.indexOf(targets[place] ?? '') === place)
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0]?.trim() ?? ''
}
