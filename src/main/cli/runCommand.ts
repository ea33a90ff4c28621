/**
 * The `switchboard` command: parses the arguments, runs the requested command, and reports its outcome by text and exit
 * code.
 */
import { Command, CommanderError } from 'commander'
import type { CommandContext } from '#main/cli/commandContext'
import { describeFailure, exitCodes } from '#main/cli/failure'

type AddCommands = (program: Command, context: CommandContext) => void

interface CommandModule {
  readonly words: readonly string[]
  readonly load: () => Promise<AddCommands>
}

/** Only the requested command's module is loaded, because clients and scripts wait for every start. */
const modules: readonly CommandModule[] = [
  { words: ['serve'], load: async () => (await import('#main/cli/commands/serve')).addServeCommand },
  { words: ['open'], load: async () => (await import('#main/cli/commands/open')).addOpenCommand },
  { words: ['stdio'], load: async () => (await import('#main/cli/commands/stdio')).addStdioCommand },
  { words: ['sample'], load: async () => (await import('#main/cli/commands/sample')).addSampleCommand },
  { words: ['list', 'remove'], load: async () => (await import('#main/cli/commands/servers')).addServerCommands },
  { words: ['add'], load: async () => (await import('#main/cli/commands/add')).addAddCommand },
  {
    words: ['enable', 'disable'],
    load: async () => (await import('#main/cli/commands/switches')).addSwitchCommands,
  },
  { words: ['projects'], load: async () => (await import('#main/cli/commands/projects')).addProjectsCommand },
  { words: ['tools', 'call'], load: async () => (await import('#main/cli/commands/tools')).addToolCommands },
  { words: ['chat'], load: async () => (await import('#main/cli/commands/chat')).addChatCommand },
  { words: ['calls'], load: async () => (await import('#main/cli/commands/calls')).addCallsCommand },
  { words: ['product'], load: async () => (await import('#main/cli/commands/product')).addProductCommand },
  { words: ['import'], load: async () => (await import('#main/cli/commands/import')).addImportCommand },
  { words: ['export'], load: async () => (await import('#main/cli/commands/export')).addExportCommand },
  {
    words: ['connect', 'disconnect'],
    load: async () => (await import('#main/cli/commands/connect')).addConnectCommands,
  },
  { words: ['doctor'], load: async () => (await import('#main/cli/commands/doctor')).addDoctorCommand },
  {
    words: ['sign-in', 'sign-out'],
    load: async () => (await import('#main/cli/commands/signIn')).addSignInCommands,
  },
  { words: ['token'], load: async () => (await import('#main/cli/commands/token')).addTokenCommand },
  { words: ['host'], load: async () => (await import('#main/cli/commands/host')).addHostCommand },
  { words: ['secret'], load: async () => (await import('#main/cli/commands/secret')).addSecretCommand },
]

/** Resolves with the exit code. */
export async function runCommand(context: CommandContext, words: readonly string[]): Promise<number> {
  const { terminal } = context
  try {
    await (await createProgram(context, words)).parseAsync(words, { from: 'user' })
    return exitCodes.done
  } catch (error) {
    // The parser has already printed what is wrong. Asking for help or the version is not an error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUsage
    const { exitCode, text } = describeFailure(error)
    if (text !== null) terminal.note(`${terminal.style('red', 'error:')} ${text}\n`)
    return exitCode
  }
}

async function createProgram(context: CommandContext, words: readonly string[]): Promise<Command> {
  const { terminal, installation } = context
  const program = new Command('switchboard')
    .description('Run all your MCP servers in one place, and give every client one endpoint.')
    .version(installation.version)
    .showHelpAfterError('Run `switchboard help` for more.')
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.print(text), writeErr: (text) => terminal.note(text) })
  for (const { load } of modulesFor(words[0])) {
    const addCommands = await load()
    addCommands(program, context)
  }
  return program
}

/** Returns all modules if the help lists every command. */
function modulesFor(word: string | undefined): readonly CommandModule[] {
  if (word === '--version' || word === '-V') return []
  const asked = modules.filter(({ words }) => words.some((each) => each === word))
  return asked.length === 0 ? modules : asked
}
