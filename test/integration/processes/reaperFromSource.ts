/** Runs the reaper in tests without a build. */
import type { Paths } from '#engine/ports'
import { reaperFromSource as program } from '#test/support/testPorts'

export const reaperFromSource: Paths['reaper'] = { command: process.execPath, program, env: {} }
