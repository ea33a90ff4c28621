/**
 * The sample server, which is part of every installation. Its launch names no file, so that it stays valid after an
 * update.
 */

interface SampleLaunch {
  readonly transport: 'stdio'
  readonly command: string
  readonly args: string[]
}

export const sampleLaunch: SampleLaunch = { transport: 'stdio', command: 'switchboard', args: ['sample'] }

/** The engine starts such a launch from its own installation, whatever PATH says. */
export function isSampleLaunch({
  command,
  args,
}: {
  readonly command: string
  readonly args: readonly string[]
}): boolean {
  return command === sampleLaunch.command && args.length === 1 && args[0] === sampleLaunch.args[0]
}
