/** The `switchboard` command: parses what was typed, runs it, and says how it went by text and exit code. */
import { Command, CommanderError } from 'commander'
import type { CommandContext } from '#main/cli/commandContext'
import { addCallsCommand } from '#main/cli/commands/calls'
import { addDoctorCommand } from '#main/cli/commands/doctor'
import { addExportCommand } from '#main/cli/commands/export'
import { addImportCommand } from '#main/cli/commands/import'
import { addProductCommand } from '#main/cli/commands/product'
import { addSecretCommand } from '#main/cli/commands/secret'
import { addServeCommand } from '#main/cli/commands/serve'
import { addServerCommands } from '#main/cli/commands/servers'
import { addToolCommands } from '#main/cli/commands/tools'
import { describeFailure, exitCodes } from '#main/cli/failure'

/** Resolves with the exit code. */
export async function runCommand(context: CommandContext, words: readonly string[]): Promise<number> {
  const { terminal } = context
  try {
    await createProgram(context).parseAsync(words, { from: 'user' })
    return exitCodes.done
  } catch (error) {
    // The parser has said what is wrong already; asking for help or the version is no failure.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUsage
    const { exitCode, text } = describeFailure(error)
    if (text !== null) terminal.note(`${terminal.style('red', 'error:')} ${text}\n`)
    return exitCode
  }
}

function createProgram(context: CommandContext): Command {
  const { terminal, installation } = context
  const program = new Command('switchboard')
    .description('Run all your MCP servers in one place, and give every client one endpoint.')
    .version(installation.version)
    .showHelpAfterError('`switchboard help` tells more.')
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.print(text), writeErr: (text) => terminal.note(text) })
  addServeCommand(program, context)
  addServerCommands(program, context)
  addToolCommands(program, context)
  addCallsCommand(program, context)
  addProductCommand(program, context)
  addImportCommand(program, context)
  addExportCommand(program, context)
  addDoctorCommand(program, context)
  addSecretCommand(program, context)
  return program
}
