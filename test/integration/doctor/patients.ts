/** Runs a doctor with the engine's own parts on real processes, and collects the findings of one examination. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExaminationEvent, ExaminationStep, ExaminationVerdict } from '#contract/servers/doctor'
import type { Launch, NewServerInput } from '#contract/servers/server'
import { launch as launchSchema } from '#contract/servers/server'
import { systemClock } from '#engine/clock'
import { childEnvironment } from '#engine/connections/environment/childEnvironment'
import { environmentOfLoginShell } from '#engine/connections/environment/loginShell'
import { defaultBudgets } from '#engine/connections/session/sessionBudgets'
import { openByKind, type TransportOpeners } from '#engine/connections/transport'
import { createRemoteOpeners } from '#engine/connections/transports/httpOpener'
import { noCredentials } from '#test/support/noCredentials'
import { createStdioTransportOpener } from '#engine/connections/transports/stdioTransport'
import type { ContainerWard } from '#engine/doctor/containerWard'
import { Doctor } from '#engine/doctor/doctor'
import type { Patient } from '#engine/doctor/examination'
import { createRedactor } from '#engine/secrets/redaction'
import { keeperForTest } from '#test/integration/processes/keeperForTest'
import { recordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'

export interface DoctorOptions {
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly shell?: string
  readonly secrets?: readonly string[]
  readonly handshakeMs?: number
  readonly patient?: Partial<Patient>
}

export interface Told {
  readonly events: readonly ExaminationEvent[]
  readonly steps: readonly ExaminationStep[]
  readonly verdict: ExaminationVerdict
  /** Returns all findings with this name. */
  readonly found: (name: string) => string[]
}

const none = () => Promise.reject(new Error('These tests have no containers and no sign-ins.'))
const noContainers: ContainerWard = { runtimes: none, choose: none, bringImage: none, condition: none, open: none }

export async function doctorFor(launch: NewServerInput['launch'], options: DoctorOptions = {}): Promise<Doctor> {
  const { environment = process.env, shell = null, secrets = [], handshakeMs, patient } = options
  const keeper = await keeperForTest()
  const redactor = createRedactor()
  for (const secret of secrets) redactor.add(secret)
  const written: Launch = launchSchema.parse(launch)
  const prepared: Launch =
    written.transport === 'stdio' ? { ...written, env: childEnvironment(environment, written.env) } : written
  const log = recordingLog()
  const openers: Partial<TransportOpeners> = {
    stdio: createStdioTransportOpener({ keeper, clock: systemClock }),
    ...createRemoteOpeners({
      clock: systemClock,
      environment,
      log,
      random: Math.random,
      credentialsFor: noCredentials,
    }),
  }
  return new Doctor({
    patient: (slug) => ({
      slug,
      written,
      prepareLaunch: () => Promise.resolve(prepared),
      state: { kind: 'stopped' },
      ...patient,
    }),
    keeper,
    openTransport: openByKind(openers as TransportOpeners),
    ward: noContainers,
    signInOf: none,
    identity: { name: 'switchboard', version: '0.0.0' },
    budgets: handshakeMs === undefined ? defaultBudgets : { ...defaultBudgets, handshakeMs, installMs: handshakeMs },
    clock: systemClock,
    random: () => 0,
    redact: (text) => redactor.redact(text),
    environment,
    shellEnvironment: environmentOfLoginShell({ shell, environment, keeper, clock: systemClock, log }),
  })
}

export async function examined(launch: NewServerInput['launch'], options: DoctorOptions = {}): Promise<Told> {
  return told((await doctorFor(launch, options)).examine('patient', undefined, undefined))
}

export async function told(stream: AsyncIterable<ExaminationEvent>): Promise<Told> {
  const events: ExaminationEvent[] = []
  for await (const event of stream) events.push(event)
  const steps = events.filter((event) => event.type === 'step')
  const verdict = events.find((event) => event.type === 'verdict')
  if (verdict === undefined) throw new Error('the examination ended without a verdict')
  const found = (name: string) =>
    steps.flatMap(({ findings }) => findings.filter((one) => one.name === name).map(({ text }) => text))
  return { events, steps, verdict, found }
}

/** Returns a folder with programs that are shell scripts. */
export async function programs(scripts: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(await temporaryFolder(), 'bin')
  mkdirSync(folder)
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  return folder
}
