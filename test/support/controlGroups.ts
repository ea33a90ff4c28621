/** Checks whether this user may create a control group inside this process's own, with none of the code under test. */
import { mkdirSync, readFileSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'

export function canMakeControlGroups(): boolean {
  try {
    const mount = readFileSync('/proc/self/mountinfo', 'utf8')
      .split('\n')
      .find((line) => line.includes(' - cgroup2 '))
    const own = readFileSync('/proc/self/cgroup', 'utf8').match(/^0::(.*)$/m)?.[1]
    if (mount === undefined || own === undefined) return false
    const probe = join(mount.split(' ')[4] ?? '', own, `probe-${process.pid}`)
    mkdirSync(probe)
    rmdirSync(probe)
    return true
  } catch {
    return false
  }
}
