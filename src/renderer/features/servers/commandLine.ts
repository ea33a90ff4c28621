/** A launch in one short line. Pure. */
import { launchWords } from '#contract/servers/launchWords'
import { joinWords } from '#contract/pasted/commandWords'
import type { LaunchSnapshot } from '#contract/servers/server'
import { hasProcess } from '#contract/servers/transports'

/** The program without its folder, which says least. */
export function briefLaunch(launch: LaunchSnapshot): string {
  const [first = '', ...rest] = launchWords(launch)
  const program = hasProcess(launch) ? first.replace(/^.*[\\/](?=[^\\/])/, '') : first
  return joinWords([program, ...rest])
}
