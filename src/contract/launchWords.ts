/** Launches and commands in words. Apart from the schemas, so that a page that only reads need not load them. */
import type { LaunchSnapshot } from '#contract/server'

/** What a person knows a launch by: the words of its command line, or its address. */
export function launchWords(launch: LaunchSnapshot): readonly string[] {
  return launch.transport === 'stdio' ? [launch.command, ...launch.args] : [launch.url]
}

/** So that it can be pasted into a shell. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
